"""Experiments: a plan laid out in trials, carried out on this machine or on many, resumable at any moment."""
