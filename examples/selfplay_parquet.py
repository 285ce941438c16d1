"""Let agents play against themselves and write every decision to a Parquet file, ready for learning.

    pip install 'railrules[cli]' pyarrow
    python examples/selfplay_parquet.py --agent greedy --games 100 selfplay.parquet

One row is one decision: what the player saw (float32; ``observer.features`` says what is where), which actions were legal, which one it took, and
what came of the game for it. The layout of both vectors travels in the file's metadata.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

import railrules
from railrules.agents import make_agent

ROWS_AT_A_TIME = 4096


def decisions(game: railrules.AnyGame, players: int, spec: str, seed: int) -> list[dict[str, Any]]:
    """Play one game and return its decisions."""
    config = game.config(players)
    codec, observer = game.codec(config), game.observer(config)
    agents = [make_agent(spec, game, config) for _ in range(players)]
    luck = [railrules.SeededChance(seed).spawn(f"agent {player}") for player in range(players)]
    chance = railrules.SeededChance(seed)
    state = game.initial_state(config, chance)
    rows: list[dict[str, Any]] = []
    while (player := game.current_player(state)) is not None:
        view, legal = game.view(state, player), game.legal_actions(state)
        action = agents[player].act(view, legal, luck[player])
        rows.append(
            {
                "seed": seed,
                "move": len(rows),
                "player": player,
                "observation": observer.encode(view),
                "mask": codec.mask(view),
                "action": codec.encode(view, action),
            }
        )
        state = game.transition(state, action, chance)
    outcome = game.outcome(state)
    assert outcome is not None
    return [{**row, "return": outcome.returns[row["player"]], "score": outcome.scores[row["player"]]} for row in rows]


def schema_of(game: railrules.AnyGame, players: int) -> pa.Schema:
    """Return the columns, with the layout of the vectors as metadata."""
    config = game.config(players)
    codec, observer = game.codec(config), game.observer(config)
    layout = {
        "game": game.info.id,
        "rules_version": game.info.rules_version,
        "players": players,
        "features": [attrs.asdict(feature) for feature in observer.features],
    }
    return pa.schema(
        [
            ("seed", pa.int64()),
            ("move", pa.int32()),
            ("player", pa.int8()),
            ("observation", pa.list_(pa.float32(), observer.size)),
            ("mask", pa.list_(pa.uint8(), codec.num_actions)),
            ("action", pa.int32()),
            ("return", pa.float32()),
            ("score", pa.int32()),
        ],
        metadata={"railrules": json.dumps(layout)},
    )


def batches(rows: Iterator[dict[str, Any]], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Gather rows into batches; the vectors are taken over as the buffers that they are."""
    waiting: list[dict[str, Any]] = []

    def batch() -> pa.RecordBatch:
        columns = []
        for field in schema:
            values = [row[field.name] for row in waiting]
            if pa.types.is_fixed_size_list(field.type):
                flat = pa.Array.from_buffers(field.type.value_type, len(values) * field.type.list_size, [None, pa.py_buffer(b"".join(values))])
                columns.append(pa.FixedSizeListArray.from_arrays(flat, type=field.type))
            else:
                columns.append(pa.array(values, field.type))
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    for row in rows:
        waiting.append(row)
        if len(waiting) == ROWS_AT_A_TIME:
            yield batch()
            waiting.clear()
    if waiting:
        yield batch()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, and return how many decisions it holds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", default="station-manager")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--agent", default="greedy", help="such as random, greedy or ismcts:simulations=100")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("--games: expected at least 1")

    game = railrules.load(given.game)
    schema = schema_of(game, given.players)
    make_agent(given.agent, game, game.config(given.players))  # what cannot play is told before a file of this name is touched
    rows = (row for number in range(given.games) for row in decisions(game, given.players, given.agent, given.seed + number))
    written = 0
    with pq.ParquetWriter(given.file, schema, compression="zstd") as writer:
        for batch in batches(rows, schema):
            writer.write_batch(batch)
            written += batch.num_rows
    print(f"{given.file}: {written} decisions of {given.games} games, {given.file.stat().st_size:,} bytes")
    return written


if __name__ == "__main__":
    main()
