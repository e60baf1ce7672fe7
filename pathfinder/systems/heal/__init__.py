"""Healing: what to do where a recorded element or page is no longer found.

`healer` ranks substitutes by similarity, rules out what is another control (`alignment`), asks the
agent where
several are left, and finds detours over new pages. Healing never turns a failed assertion into a
pass.
"""
