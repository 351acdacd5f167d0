"""How a dataclass is stored: its fields with their types and limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .errors import DecodeError, Invalid, ItemTooLarge
from .sizes import item_size, value_size
from .values import NO_LIMITS, AttributeValue, Codec, Item, Limits, Misfit, SetCodec

T = TypeVar("T")

TYPE_ATTRIBUTE = "_type"
MAX_ITEM_SIZE = 400 * 1024


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dataclass and the attribute that it is stored as."""

    name: str
    codec: Codec[Any]
    limits: Limits = NO_LIMITS
    member: str = ""
    """The name in the dataclass, if it is another."""
    optional: bool = False
    """None is stored as no attribute."""
    has_default: bool = False
    """An item without the attribute reads as the dataclass's own default."""

    def is_absent(self, value: Any) -> bool:
        return value is None if not isinstance(self.codec, SetCodec) else not value

    def encode(self, value: Any) -> AttributeValue:
        try:
            encoded = self.codec.encode(value)
            self.codec.check(value, self.limits)
        except Misfit as misfit:
            raise misfit.within(self.name) from None
        return encoded


class Entity(Codec[T], Generic[T]):
    """The stored form of a dataclass: of an item, or of a map within one."""

    tag = "M"

    def __init__(self, name: str, kind: type[T], fields: Sequence[Field]) -> None:
        self.name = name
        self.kind = kind
        self._fields = [(field, field.member or field.name) for field in fields]
        self._by_name = {field.name: field for field in fields}

    def attributes(self, entity: T) -> Item:
        """All fields, and the tag that names the entity."""
        try:
            return {TYPE_ATTRIBUTE: {"S": self.name}} | self._write(entity)
        except Misfit as misfit:
            raise Invalid(f"{self.name}.{misfit.path} {misfit}") from None

    def read(self, item: Item) -> T:
        """The entity that an item holds."""
        try:
            return self._read(item)
        except Misfit as misfit:
            raise DecodeError(f"{self.name}.{misfit.path} {misfit}") from None

    def field(self, name: str) -> Field:
        return self._by_name[name]

    def value(self, name: str, value: Any) -> AttributeValue:
        """A value of that field, for an expression."""
        try:
            return self._by_name[name].codec.encode(value)
        except Misfit as misfit:
            raise Invalid(f"{self.name}.{misfit.within(name).path} {misfit}") from None

    def encode(self, value: T) -> AttributeValue:
        return {"M": self._write(value)}

    def decode(self, value: AttributeValue) -> T:
        return self._read(self.content(value))

    def _write(self, entity: T) -> Item:
        item: Item = {}
        for field, member in self._fields:
            value = getattr(entity, member)
            if not field.is_absent(value):
                item[field.name] = field.encode(value)
        return item

    def _read(self, item: Item) -> T:
        members: dict[str, Any] = {}
        for field, member in self._fields:
            stored = item.get(field.name)
            if stored is None or ("NULL" in stored and field.optional):
                self._read_absent(field, member, stored, members)
                continue
            try:
                members[member] = field.codec.decode(stored)
            except Misfit as misfit:
                raise misfit.within(field.name) from None
        return self.kind(**members)

    @staticmethod
    def _read_absent(
        field: Field, member: str, stored: AttributeValue | None, members: dict[str, Any]
    ) -> None:
        if field.has_default and stored is None:
            return
        if field.optional:
            members[member] = None
        elif isinstance(field.codec, SetCodec):
            members[member] = set()
        else:
            raise Misfit("is missing", field.name)


def check_item_size(name: str, item: Item) -> None:
    size = item_size(item)
    if size <= MAX_ITEM_SIZE:
        return
    sizes = {field: len(field.encode()) + value_size(value) for field, value in item.items()}
    largest = max(sizes, key=sizes.__getitem__)
    raise ItemTooLarge(
        f"{name} has {size} bytes, and an item can have {MAX_ITEM_SIZE}; "
        f"the largest field is {largest} with {sizes[largest]} bytes"
    )
