"""What plays one goal, a script a tool; each runs under the Python that has the tool.

python SCRIPT JSON    # JSON: {"url", "goal", "asks", "model_url", "chromium", "seconds", …}

Each line that one prints is a JSON object of what is known by then, and the last one counts:
{"claimed": "success", "failure" or "", "answer", "words", "error", "steps", "seconds"}.
"""
