"""Words to statements and back: the readers of test cases and the scenario language."""
