"""Games on a Ray cluster, where Ray is installed."""

from pathlib import Path

import pytest

from railrules import ConfigError
from railrules.arena import Ray, Serial, Tournament, play_tournament

pytest.importorskip("ray")


@pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours
def test_ray_changes_nothing(tmp_path: Path) -> None:
    """A cluster on this machine gives the same file, byte for byte, and is gone afterwards."""
    import ray

    tournament = Tournament.of("station-manager", ("random", "greedy", "flat-mc:simulations=4,depth=0"), players=2, games=4, seed=7)
    play_tournament(tournament, backend=Serial(), results=tmp_path / "serial.jsonl")
    play_tournament(tournament, backend=Ray(2), results=tmp_path / "ray.jsonl", records=tmp_path / "records")
    assert (tmp_path / "serial.jsonl").read_bytes() == (tmp_path / "ray.jsonl").read_bytes()
    assert len(list((tmp_path / "records").iterdir())) == len(tournament)
    assert not ray.is_initialized()


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "ray://127.0.0.1:1"])
def test_nobody_there(address: str) -> None:
    """An address where no cluster answers is told at once."""
    with pytest.raises(ConfigError, match=f"address = '{address}'; expected that of a Ray cluster that can be reached; found: "):
        list(Ray(1, address).run(abs, [1]))
