"""What back-ends gave, or could give, for the log-probabilities of a first token."""

MALFORMED = [
    None,
    "Yes",
    7,
    [],
    {},
    {"token": "Yes"},
    {"token": "Yes", "logprob": None},
    {"token": "Yes", "logprob": "high", "top_logprobs": []},
    *(
        {"token": "Yes", "logprob": -0.2, "top_logprobs": top}
        for top in (
            "Yes",
            7,
            [None],
            [[]],
            [{}],
            [{"token": "Yes"}],
            [{"logprob": -0.2}],
            [{"token": None, "logprob": -0.2}],
            [{"token": 7, "logprob": -0.2}],
            [{"token": "Yes", "logprob": None}],
            [{"token": "Yes", "logprob": "high"}],
            [{"token": "Yes", "logprob": float("nan")}],
            [{"token": "Yes", "logprob": float("-inf")}],
            [{"token": "Yes", "logprob": 0.7}],
        )
    ),
]
"""One token's entry each; none of them can be judged by."""
