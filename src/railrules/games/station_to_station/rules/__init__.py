"""The rules of Station to Station, a module for each phase of a turn."""
