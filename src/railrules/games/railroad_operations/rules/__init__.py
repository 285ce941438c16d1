"""The rules of Railroad Operations, a module for each part of a Stage."""
