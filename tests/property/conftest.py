"""Hypothesis as the property tests use it."""

from hypothesis import settings

# An example takes as long as the machine takes: under coverage, or beside other work, a deadline only makes tests fail by chance.
settings.register_profile("railrules", deadline=None)
settings.load_profile("railrules")
