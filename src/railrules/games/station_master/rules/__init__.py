"""The laws of Station Master: `trains` (limits and values), `flow` (what happens by itself), the kinds of action, and the `book`."""
