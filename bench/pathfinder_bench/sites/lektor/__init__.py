"""The pages of a museum and who edits them: Lektor."""
