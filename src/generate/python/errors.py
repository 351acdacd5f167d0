"""What a repository raises.

What the client raises and is not listed here (no connection, no credentials) passes through as it
is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from .values import Item

if TYPE_CHECKING:
    from .entities import Entity

T = TypeVar("T")

SENTINEL_PREFIX = "UNIQUE#"
SENTINEL_SORT = "UNIQUE"
OWNER_ATTRIBUTE = "owner"


class Error(Exception):
    """The base of all errors of a repository."""


class Invalid(Error):
    """A value or a request is wrong, and always will be."""


class ItemTooLarge(Invalid):
    """An item has more than 400 KB."""


class BadCursor(Invalid):
    """A cursor is forged, cut, or of another query."""


class DecodeError(Error):
    """A stored item does not read as its entity."""


class UnknownEntity(DecodeError):
    """A collection has an item of no entity that is read there."""

    def __init__(self, message: str, item: Item) -> None:
        super().__init__(message)
        self.item = item


class NotFound(Error):
    """There is no such table or index."""


class Throttled(Error):
    """Over the throughput, also after the attempts that the client made. Try again later."""


class Conflict(Error):
    """Another transaction held the item, also after all attempts."""


class DeadlinePassed(Error):
    """A batch ran out of time."""


@dataclass(slots=True)
class Reason:
    """Why a write of a transaction was not made; `code` is AWS's, "None" if it would have been."""

    code: str = "None"
    message: str = ""
    item: Item | None = None

    @property
    def is_cause(self) -> bool:
        return self.code not in ("", "None")

    @property
    def taken(self) -> str | None:
        """The uniqueness rule in whose way another item was; None if that was not the reason."""
        if self.item is None or OWNER_ATTRIBUTE not in self.item:
            return None
        for value in self.item.values():
            key = value.get("S", "")
            if key.startswith(SENTINEL_PREFIX) and key.count("#") >= 3:
                return str(key.split("#")[2])
        return None

    @property
    def condition_failed(self) -> bool:
        """Whether what the write asked of its item did not hold."""
        return self.code == "ConditionalCheckFailed" and self.taken is None


class ConditionFailed(Error):
    """What a write asked of its item did not hold; nothing was written.

    `item` is the item as it stands, None if there is none; `stored(ENTITY)` reads it.
    """

    def __init__(
        self, message: str, item: Item | None = None, reasons: Sequence[Reason] = ()
    ) -> None:
        super().__init__(message)
        self.item = item
        self.reasons = list(reasons)

    def stored(self, entity: Entity[T]) -> T | None:
        return None if self.item is None else entity.read(self.item)

    @property
    def taken(self) -> str | None:
        """The uniqueness rule in whose way another item was; None if that was not the error."""
        return next((reason.taken for reason in self.reasons if reason.taken), None)


class TransactionCancelled(Error):
    """Nothing of a transaction was written; `reasons` has one reason per write."""

    def __init__(self, message: str, reasons: Sequence[Reason]) -> None:
        super().__init__(message)
        self.reasons = list(reasons)

    @property
    def taken(self) -> str | None:
        """The uniqueness rule in whose way another item was; None if that was not the error."""
        return next((reason.taken for reason in self.reasons if reason.taken), None)
