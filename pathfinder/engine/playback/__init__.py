"""What a replay and a healer share.

Turns of a scenario, notes of them, memories of elements, and the interface between both.
"""
