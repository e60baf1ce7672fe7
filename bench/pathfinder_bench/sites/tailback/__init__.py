"""The members' site of a car-sharing club."""
