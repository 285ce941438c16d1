"""The games that come with railrules, each a plugin like anybody else's: found through its entry point, written against the public face."""
