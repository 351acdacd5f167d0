"""Puts, deletions and updates, and what they ask of the item as it stands."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar, Union

from .entities import TYPE_ATTRIBUTE, Entity
from .errors import Invalid
from .keys import Key
from .patterns import WritePattern
from .values import AttributeValue, Item, Misfit

T = TypeVar("T")


class Marker(enum.Enum):
    """What a patch does with a field that it does not set."""

    KEEP = "keep"
    REMOVE = "remove"
    """Takes the attribute away."""
    NULL = "null"
    """Sets the attribute to NULL."""


KEEP = Marker.KEEP
REMOVE = Marker.REMOVE
NULL = Marker.NULL

Change: TypeAlias = Union[T, Marker]


def changed(change: Change[T], stored: T | None) -> T | None:
    """What is stored after a change, if `stored` was before."""
    if isinstance(change, Marker):
        return stored if change is KEEP else None
    return change


class Condition(NamedTuple):
    """A further condition of a write; the pattern of the write has its aliases."""

    expression: str
    values: Mapping[str, AttributeValue] = {}
    accepts_absent: bool = False
    """It holds where there is no item, and so for a put or a deletion that meets one that has
    expired. Any other fails there, whatever that item has."""


class Guard(NamedTuple):
    """A stored value that must be as given; None: that must not be stored."""

    attribute: str
    value: AttributeValue | None
    or_absent: bool = False
    is_version: bool = False


class Write:
    """One write, and what it asks of its item besides the precondition of its pattern."""

    def __init__(self, pattern: WritePattern, entity: Entity[Any]) -> None:
        self.pattern = pattern
        self.entity = entity
        self.guards: list[Guard] = []
        self.condition: Condition | None = None

    @property
    def key(self) -> Item:
        """The item's key, perhaps with other attributes."""
        raise NotImplementedError

    def require(self, condition: Condition) -> None:
        self.condition = condition

    def require_equal(self, name: str, value: Any, *, or_absent: bool = False) -> None:
        """Guards what the caller had to say of the item; None says that the field is not there."""
        if self.entity.field(name).is_absent(value):
            self.guards.append(Guard(name, None))
        else:
            self.guards.append(Guard(name, self.entity.value(name, value), or_absent))

    def require_version(self, name: str, version: int | None) -> None:
        """The version that was read; None demands none. An item without one reads as version 0."""
        if version is not None:
            encoded = self.entity.value(name, version)
            self.guards.append(Guard(name, encoded, version == 0, is_version=True))


class Put(Write):
    """A whole item."""

    def __init__(self, pattern: WritePattern, entity: Entity[Any], item: Item) -> None:
        super().__init__(pattern, entity)
        self.item = item

    @property
    def key(self) -> Item:
        return self.item


class Delete(Write):
    """Without a precondition the item need not be there; with a version required, it must."""

    def __init__(self, pattern: WritePattern, entity: Entity[Any], key: Key) -> None:
        super().__init__(pattern, entity)
        self._key = key

    @property
    def key(self) -> Item:
        return self._key


class Action(enum.Enum):
    SET = "SET"
    SET_IF_ABSENT = "SET if_not_exists"
    REMOVE = "REMOVE"
    ADD = "ADD"


class Step(NamedTuple):
    action: Action
    attribute: str
    value: AttributeValue | None = None


@dataclass(slots=True)
class States:
    """Those that a transition may begin from."""

    attribute: str = ""
    names: list[str] = field(default_factory=list)


class Update(Write):
    """The changes of one UpdateItem. Each attribute is changed at most once."""

    def __init__(self, pattern: WritePattern, entity: Entity[Any], key: Key) -> None:
        super().__init__(pattern, entity)
        self._key = key
        self.steps: list[Step] = []
        self.states = States()

    @property
    def key(self) -> Item:
        return self._key

    def set(self, name: str, value: Any) -> None:
        """None, or an empty set, removes the attribute."""
        if self.entity.field(name).is_absent(value):
            self.remove(name)
        else:
            self._step(Action.SET, name, self._encode(name, value))

    def set_if_absent(self, name: str, value: Any) -> None:
        if not self.entity.field(name).is_absent(value):
            self._step(Action.SET_IF_ABSENT, name, self._encode(name, value))

    def change(self, name: str, change: Change[Any]) -> None:
        if not isinstance(change, Marker):
            self.set(name, change)
        elif change is REMOVE:
            self.remove(name)
        elif change is NULL:
            self._step(Action.SET, name, {"NULL": True})

    def remove(self, name: str) -> None:
        self._step(Action.REMOVE, name)

    def add(self, name: str, value: Any) -> None:
        """Adds to a number (from 0) or to a set."""
        if not self.entity.field(name).is_absent(value):
            self._step(Action.ADD, name, self.entity.value(name, value))

    # Keys of indexes: an item enters an index by all of its keys and leaves it by all.

    def set_key(self, key: Key) -> None:
        for attribute, value in key.items():
            self._step(Action.SET, attribute, value)

    def set_key_if_absent(self, key: Key) -> None:
        for attribute, value in key.items():
            self._step(Action.SET_IF_ABSENT, attribute, value)

    def remove_key(self, *attributes: str) -> None:
        for attribute in attributes:
            self._step(Action.REMOVE, attribute)

    def tag(self) -> None:
        """The tag of an entity that this update may create."""
        self._step(Action.SET, TYPE_ATTRIBUTE, {"S": self.entity.name})

    def count_version(self, name: str, read: int | None = None) -> None:
        """Every update counts, whether or not it was told which version was read."""
        self._step(Action.ADD, name, {"N": "1"})
        self.require_version(name, read)

    def from_states(self, name: str, *states: enum.Enum) -> None:
        self.states = States(name, [str(state.value) for state in states])

    def _encode(self, name: str, value: Any) -> AttributeValue:
        try:
            return self.entity.field(name).encode(value)
        except Misfit as misfit:
            raise Invalid(f"{self.entity.name}.{misfit.path} {misfit}") from None

    def _step(self, action: Action, attribute: str, value: AttributeValue | None = None) -> None:
        if any(step.attribute == attribute for step in self.steps):
            raise Invalid(f"{self.pattern.name}: {attribute} is changed twice")
        self.steps.append(Step(action, attribute, value))


def check_initial(pattern: WritePattern, name: str, state: enum.Enum, initial: enum.Enum) -> None:
    """What is created begins in its initial state."""
    if state is not initial:
        raise Invalid(
            f"{pattern.name}: {name} is {state.value}; what is created begins as {initial.value}"
        )


def require_same(pattern: WritePattern, name: str, value: T, other_name: str, other: T) -> None:
    """Two inputs that name the same thing must agree."""
    if value != other:
        raise Invalid(f"{pattern.name}: {name} is not {other_name}, though both name the same")
