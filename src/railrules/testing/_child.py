"""The child process of the determinism check: plays what it reads on stdin again and prints what it found, both as JSON."""

import json
import sys


def main() -> None:
    """Serve one request."""
    request = json.load(sys.stdin)
    sys.path[:] = request["path"]  # the game under test may live where the parent found it

    from railrules.testing._playout import Play, Playout
    from railrules.testing._subject import find
    from railrules.testing.properties._determinism import fingerprints

    game = find(request["game"]).game
    found = [fingerprints(Play(game, Playout.from_json(text), request["longest"])) for text in request["playouts"]]
    print(json.dumps(found))  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
