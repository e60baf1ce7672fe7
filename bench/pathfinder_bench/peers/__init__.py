"""The same goals on the same applications, by other tools with the same local model.

Each tool has an environment of its own and is started as a process of its own, anew for each goal,
on an application with fresh data. The application itself says afterwards what is true.

What all have in common: the goal as a tester types it, the address, who the user is and how to log
in (PathFinder as a persona, the others as sentences after the goal), a limit of seconds after which
the process is ended with all that it has started, and weights in llama.cpp with the same threads.

What is set, and why:

* The model server of the other tools has a context of 16,384 tokens: browser-use sends up to 40,000
  characters of a page. PathFinder has the engine in its own process, with its own contexts; loading
  the weights counts in its seconds, while the server of the others is there before they start.
* browser-use: `flash_mode` (its short system prompt and reply; the usual one is nine times as
  long), no vision (the model has none), no judge (one more call, which does not change its word),
  replies of at most 512 tokens as PathFinder's (a runaway reply of its usual 4,096 takes minutes),
  at most 30 steps, and time limits of a call and of a step that are those of the goal (the usual
  75 s are for a cloud). Its replies are held to its schema by the server's grammar; the schema is
  also put into its system prompt (`add_schema_to_system_prompt`), since llama.cpp shows a model no
  schema and the short prompt names none of the actions but `navigate`. That is some thousands of
  tokens, which the server reads once: it keeps what prompts begin with. `--no-schema` leaves it out.
* Alumnium: its default planner and actor, no cache of answers from an earlier goal, and the goal's
  time limit for a call. It has no agent that goes on until a goal is reached: `do` plans once, and
  its documentation says to ask for what can be done on the page at hand. `do` also gives no answer,
  so a goal that asks for something is followed by `get`. That `do` has done something and ended
  without an error is taken for its word that the goal is reached, and a plan without a step, or a
  `get` that finds nothing, for its word that it is not. With `--check`, its `check` of the goal has
  the last word.
* Both: Chromium without a window, and no host beyond this machine.
"""

GOALS = {
    "vendure": ("ida", "fork", "tomato", "newsletter"),
    "spirit": ("lives-in", "rhubarb", "plot"),
    "ihatemoney": ("groceries", "electricity", "spent"),
}
"""The goals that are played where none are named: application -> ids."""
