"""Property 9: plays written down."""

import attrs

from railrules import Match, Move, Record, RecordedMove, RecordError, Setup, new_match, replay, resume, verify
from railrules.testing._breach import Breach, demand_equal
from railrules.testing._playout import Play
from railrules.testing._property import Property


class Records(Property):
    """A record replays to the same play, verifies, goes on where it stopped, and tells where it was changed.

    A saved game is worth what its reader can prove: that it was played by these rules, and if not, at which move it went another way.
    """

    name = "records"
    longest = 300

    def check(self, play: Play) -> None:
        """Play the same moves as a match, save, read, verify, spoil, resume."""
        game, playout = play.game, play.playout
        play.finish()
        match = new_match(game, playout.players, playout.seed, dict(playout.options))
        demand_equal("the state of a match and of a playout after the same setup", match.state, play.initial)
        matches = [match]
        for step in play:
            match = match.play(step.action)
            matches.append(match)
            move = match.moves[-1]
            demand_equal("the state of a match and of a playout", move.state, step.after)
            demand_equal("the events of a match and of a playout", move.events, step.events)
            self._check_undo(matches[-2], match, step.player)
        record = match.record()
        text = record.to_json()
        back = Record.from_json(text)
        demand_equal("a record and what its JSON gives", record, back)
        if back.to_json() != text:
            raise Breach("the JSON of a record is not the same when written again")
        report = verify(back, game)
        if not report.ok:
            raise Breach(f"verify refuses the record of a play: {report.divergence}")
        again = replay(back, game=game)
        demand_equal("the setup of a play and of its replay", _facts(match.setup), _facts(again.setup))
        for move, other in zip(match.moves, again.moves, strict=True):
            demand_equal("a move of a play and of its replay", _facts(move), _facts(other))
        self._check_resume(play, matches, back, text)
        self._check_spoiled(play, matches, back, text)

    def _check_undo(self, before: Match, after: Match, player: int) -> None:
        if after.check_undo(player) is None:
            undone = after.undo(player)
            demand_equal("the state before a move and after its undo", before.state, undone.state)
            again = undone.play(after.moves[-1].action)
            demand_equal("the state after a move and after undo and redo", after.state, again.state)

    def _check_resume(self, play: Play, matches: list[Match], record: Record, text: str) -> None:
        count = len(record.moves)
        begin = play.luck("resume").pick(count + 1)
        play.at = begin
        resumed = resume(record, to=begin, game=play.game)
        demand_equal("the state of a play and of its resumption", matches[begin].state, resumed.state)
        for step in play.steps[begin:]:
            resumed = resumed.play(step.action)
        if resumed.record().to_json() != text:
            raise Breach(f"a play resumed after {begin} moves and played on gives another record")

    def _check_spoiled(self, play: Play, matches: list[Match], record: Record, text: str) -> None:
        for cut in (len(text) // 3, len(text) - 3):
            try:
                Record.from_json(text[:cut])
            except RecordError:
                continue
            raise Breach(f"a record cut after {cut} characters of {len(text)} is read")
        if not record.moves:
            return
        chance = play.luck("spoilers")
        at = chance.pick(len(record.moves))
        play.at = at
        move = record.moves[at]
        flipped = ("1" if move.events[0] == "0" else "0") + move.events[1:]
        self._demand_found(play, record, at, attrs.evolve(move, events=flipped), "the digest of its events was changed", exact=True)
        to_act = play.steps[at].player
        wrong = (to_act + 1) % play.config.players
        if wrong != to_act:
            self._demand_found(play, record, at, attrs.evolve(move, player=wrong), f"its player was changed to {wrong}", exact=True)
        if move.picks:
            self._demand_found(play, record, at, attrs.evolve(move, picks=move.picks[:-1]), "an answer of chance was taken away", exact=True)
        others = [action for action in play.steps[at].legal if action != play.steps[at].action]
        if others:
            other = others[chance.pick(len(others))]
            changed = attrs.evolve(move, action=play.game.dump(other))
            elsewhere = matches[at].play(other).moves[-1]
            exact = elsewhere.events != play.steps[at].events
            if not exact and elsewhere.state == play.steps[at].after:
                return  # two actions that do the same
            self._demand_found(play, record, at, changed, f"its action was changed to {other!r}", exact=exact)

    def _demand_found(self, play: Play, record: Record, at: int, move: RecordedMove, how: str, *, exact: bool) -> None:
        spoiled = attrs.evolve(record, moves=(*record.moves[:at], move, *record.moves[at + 1 :]))
        report = verify(spoiled, play.game)
        if report.divergence is None:
            raise Breach(f"verify accepts a record in which move {at} was changed: {how}")
        if report.divergence.move < at or (exact and report.divergence.move != at):
            raise Breach(f"move {at} was changed ({how}) and verify reports move {report.divergence.move}: {report.divergence.why}")


def _facts(step: Move | Setup) -> tuple[object, ...]:
    """What a replay has in common with the play: everything but the position of the generator."""
    return tuple(getattr(step, name, None) for name in ("player", "action", "picks", "state", "events"))
