"""`Bag`: pieces drawn blindly, some of which may have been left out of the game unseen."""

from typing import TYPE_CHECKING, Generic

from railrules._values import value
from railrules.parts._pool import Item, Pool

if TYPE_CHECKING:
    from railrules._chance import Chance


@value
class Bag(Generic[Item]):
    """A bag with `count` pieces: all of `known`, which were seen going in, and the rest out of `unseen`.

    Nobody knows which of `unseen` are in the bag and which were removed from the game unseen, so each is as likely to be there as another.
    """

    unseen: Pool[Item]
    count: int
    known: Pool[Item] = Pool()

    def draw(self, chance: "Chance") -> tuple[Item, "Bag[Item]"]:
        """Return a piece, each in the bag being as likely, and the bag without it; raises `ValueError` if the bag is empty."""
        if not self.count:
            raise ValueError("the bag is empty")
        known = len(self.known.items)
        if known and (known == self.count or chance.pick(self.count) < known):
            (piece,), rest = chance.draw(self.known, 1)
            return piece, Bag(self.unseen, self.count - 1, rest)
        (piece,), rest = chance.draw(self.unseen, 1)
        return piece, Bag(rest, self.count - 1, self.known)

    def put_back(self, *pieces: Item) -> "Bag[Item]":
        """Return the bag with `pieces`, which everybody saw, put in."""
        return Bag(self.unseen, self.count + len(pieces), self.known.add(pieces))

    def __len__(self) -> int:
        return self.count
