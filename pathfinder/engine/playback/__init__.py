"""What a replay and a healer share: turns of a scenario, notes of them, memories of elements, and the interface between both."""
