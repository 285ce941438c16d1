"""A front-end of your own: clients that send intents as JSON, and a server that holds the match.

The client knows only its `Seat`: the view, the legal actions, and a version. What it sends is checked by `Match.submit`, so a client that is
late, out of turn or cheating gets a refusal with a code, a sentence and the rule, and nothing has happened.
"""

import json
from typing import Any

import railrules


class Server:
    """Holds the one match, and speaks JSON."""

    def __init__(self, game_id: str, players: int, seed: int) -> None:
        self.match = railrules.new_match(game_id, players, seed)

    def seat(self, player: int) -> str:
        """Return all that the client of `player` needs."""
        game, seat = self.match.game, self.match.seat(player)
        return json.dumps(
            {
                "version": seat.version,
                "to_act": seat.to_act,
                "view": game.dump(seat.view),
                "legal_actions": [game.dump(action) for action in seat.legal_actions],
                "text": game.describe(seat.view, self.match.names),
            }
        )

    def submit(self, player: int, message: str) -> str:
        """Take an intent; answer with the events that this player may know, or with the refusal."""
        data = json.loads(message)
        before = self.match.version(player)
        try:
            action = self.match.game.load_action(data["action"])
            self.match = self.match.submit(railrules.Intent(player, action, data["version"]))
        except railrules.InvalidActionError as error:
            return json.dumps({"refused": {"code": error.code, "message": str(error), "rule": None}})
        except railrules.IllegalActionError as error:
            rejection = error.rejection
            return json.dumps({"refused": {"code": rejection.code, "message": rejection.message, "rule": rejection.rule}})
        return json.dumps({"events": [self.match.game.dump(event) for event in self.match.events(player, since=before)]})


class Client:
    """One player's client: takes the first legal action it is offered."""

    def __init__(self, server: Server, player: int) -> None:
        self.server = server
        self.player = player

    def step(self) -> dict[str, Any]:
        """Act once if it is this player's turn."""
        seat = json.loads(self.server.seat(self.player))
        if seat["to_act"] != self.player:
            return {}
        message = json.dumps({"version": seat["version"], "action": seat["legal_actions"][-1]})
        answer: dict[str, Any] = json.loads(self.server.submit(self.player, message))
        return answer


def main() -> None:
    """Let two clients play a few moves, and one try to cheat."""
    server = Server("station-manager", players=2, seed=7)
    clients = [Client(server, 0), Client(server, 1)]
    for _ in range(6):
        for client in clients:
            for event in client.step().get("events", ()):
                print(f"player {client.player} sees {event}")
    other = 1 - (server.match.to_act or 0)
    answer = json.loads(server.submit(other, json.dumps({"version": 0, "action": {"kind": "DrawFreight"}})))
    print(f"out of turn: {answer['refused']}")
    answer = json.loads(server.submit(1 - other, json.dumps({"version": 0, "action": {"kind": "DrawFreight"}})))
    print(f"too late: {answer['refused']}")


if __name__ == "__main__":
    main()
