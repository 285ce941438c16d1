"""The thirteen properties that every game is held to, one module each, in the order in which they are checked.

What comes earlier is what later ones rely on: a game that does not play the same way twice needs no test of its records.
"""

from railrules.testing._property import Property
from railrules.testing.properties._chance import ChanceIsAnArgument
from railrules.testing.properties._codec import Codec
from railrules.testing.properties._determinism import Determinism
from railrules.testing.properties._determinization import Determinization
from railrules.testing.properties._invariants import Invariants
from railrules.testing.properties._legality import Legality
from railrules.testing.properties._notation import Notation
from railrules.testing.properties._outcomes import Outcomes
from railrules.testing.properties._progress import Progress
from railrules.testing.properties._records import Records
from railrules.testing.properties._secrecy import Secrecy
from railrules.testing.properties._serialization import Serialization
from railrules.testing.properties._values import Values

PROPERTIES: tuple[type[Property], ...] = (
    Determinism,
    Values,
    Legality,
    Progress,
    ChanceIsAnArgument,
    Secrecy,
    Determinization,
    Serialization,
    Records,
    Outcomes,
    Invariants,
    Codec,
    Notation,
)
"""All of them, in order."""
