"""The project's chores; ``nox -l`` lists them, ``nox -s NAME`` runs one."""

import re
from pathlib import Path

import nox

nox.options.sessions = ["lint", "typing", "rules", "extras", "tests"]
nox.options.reuse_existing_virtualenvs = True
nox.needs_version = ">=2024.10.9"

PYPROJECT = nox.project.load_toml("pyproject.toml")
ROOT = Path(__file__).parent
PACKAGE = "src/railrules"
PLUGIN = "examples/plugin_inglenook"
CORE = f"{PACKAGE}/_[a-z]*.py,{PACKAGE}/serialize.py,{PACKAGE}/parts/*"


def install(session: nox.Session, *groups: str, extras: str = "cli,map,arena,testing", editable: bool = True) -> None:
    """Install the package with its extras, the dependency groups of pyproject.toml, and with the tests the example plugin, which they hold too."""
    requirements = nox.project.dependency_groups(PYPROJECT, *groups)
    session.install("--quiet", *(["-e"] if editable else []), f".[{extras}]", *requirements)
    if "test" in groups:
        session.install("--quiet", "--no-deps", "-e", PLUGIN)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests with branch coverage, but for the slow searches."""
    install(session, "test")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "-n", "2", "-m", "not slow", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    if session.posargs:
        return  # a part of the tests covers a part of the code
    session.run("coverage", "report", "--fail-under=100", f"--include={CORE}")
    session.run("coverage", "report", "--fail-under=95", f"--include={PACKAGE}/games/*")


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests of what needs large libraries: the adapters, with PettingZoo's, Gymnasium's and OpenSpiel's own tests, and games on Ray."""
    install(session, "test", extras="cli,arena,testing,ray,pettingzoo,gymnasium,openspiel")
    session.install("--quiet", "pyarrow>=15")
    session.run("pytest", "-n", "2", "tests/adapters", "tests/arena/test_ray.py", "examples/test_examples.py", *session.posargs)


@nox.session
def property_tests(session: nox.Session) -> None:
    """Run the long searches: thousands of random games, the conformance kit at thorough; half an hour and more."""
    install(session, "test")
    session.run("pytest", "-n", "2", "-m", "slow", *session.posargs)


@nox.session
def learning(session: nox.Session) -> None:
    """Run the example that trains a policy, for some seconds; its libraries are gigabytes."""
    install(session, "test", extras="cli,arena,gymnasium")
    session.install("--quiet", "sb3-contrib>=2.4")
    session.run("pytest", "examples/test_examples.py", "-k", "ppo", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, formatting and who imports whom."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")


@nox.session
def typing(session: nox.Session) -> None:
    """Check types with mypy (strict) and pyright."""
    install(session, "test", "type", extras="cli,map,testing")  # without the libraries of plots, which take pyright minutes
    session.run("mypy")
    session.run("pyright", "--pythonpath", str(Path(session.bin) / "python"))


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is an error."""
    install(session, "docs")
    session.run("mkdocs", "build", "--strict", "--quiet", env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session(venv_backend="none")
def rules(session: nox.Session) -> None:
    """Print the rules of each rules page that no test names, and fail if there is one."""
    marker = re.compile(r"mark\.rule\(([^)]*)\)")
    named = {
        rule
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for call in marker.findall(path.read_text(encoding="utf-8"))
        for rule in re.findall(r"[A-Z]+-[A-Z0-9.]+", call)
    }
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        wanted = re.findall(r"^- \*\*([A-Z]+-[A-Z0-9.]+)\*\*", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
        missing = [rule for rule in wanted if rule not in named]
        session.log(f"{page.name}: {len(wanted)} rules, {len(missing)} that no test names")
        if missing:
            session.error(f"no test names: {', '.join(missing)}")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure speed and size beside the peers, as ratios in one run."""
    install(session, extras="cli", editable=False)
    for peer in nox.project.dependency_groups(PYPROJECT, "bench"):
        # One at a time: a peer that does not install is reported as missing by the bench, and the others are measured.
        session.install("--quiet", peer, success_codes=[0, 1])
    session.run("railrules", "bench", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the core and Station Manager's rules in thousands of small ways and count what the tests do not notice; about an hour."""
    install(session, "test", "mutation")
    session.run("mutmut", "run", "--max-children", "2", *session.posargs)
    session.run("mutmut", "results")


@nox.session
def demo(session: nox.Session) -> None:
    """Let bots play a game, write its record, verify and replay it."""
    install(session, extras="cli")
    record = f"{session.create_tmp()}/station-manager-3p-seed7.json"
    Path(record).unlink(missing_ok=True)  # of an earlier release, perhaps, whose bots played otherwise
    session.run("railrules", "simulate", "station-manager", "--agents", "greedy,random,random", "--seed", "7", "--out", str(Path(record).parent))
    session.run("railrules", "verify", record)
    session.run("railrules", "replay", record)


@nox.session
def minimums(session: nox.Session) -> None:
    """Run the tests with the oldest versions of the dependencies that pyproject.toml allows."""
    oldest = [
        re.sub(r">=", "==", requirement)
        for requirement in (*PYPROJECT["project"]["dependencies"], *PYPROJECT["project"]["optional-dependencies"]["cli"])
    ]
    install(session, "test")
    session.install("--quiet", *oldest)
    session.run("pytest", "-q", "-m", "not slow", *session.posargs)
