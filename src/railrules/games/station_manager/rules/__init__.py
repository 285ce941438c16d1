"""The laws of Station Manager: `patterns` of orders, the kinds of action (`turn`), what happens between decisions (`flow`), the `book`."""
