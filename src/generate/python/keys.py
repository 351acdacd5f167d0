"""Keys: how the fields of an entity become the value of a key attribute.

A template such as "JOB#{job_id:ulid}" is literal text and components. A component is encoded so
that keys are injective, keep the order of the fields and are exact as prefixes: bytes 0x00-0x25 are
written %XX, all others as they are. An integer names its limits, "{seq:0..9999}", and is zero
padded to the width of the greatest (counted from the least, if that is negative). "{name*}" stands
for the beginning of a text. Calling a key gives {attribute: value}; keys are joined by `|`.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias, Union
from uuid import UUID

from . import values
from .errors import Invalid
from .values import AttributeValue, Item, Misfit
from .xxh3 import xxh3_64

Component: TypeAlias = Union[str, int, bool, enum.Enum, dt.datetime, dt.date, UUID]
Key: TypeAlias = Item

MAX_PARTITION_KEY_SIZE = 2048
MAX_SORT_KEY_SIZE = 1024

_ESCAPED = re.compile("[\x00-\x25]")
_PART = re.compile(r"\{([^{}:*]+)(\*?)(?::([^{}]+))?\}")
_COMPONENT = "(?:%[0-9A-F]{2}|[^\x00-\x25])+"


def escaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", text)


class _Padded:
    """Integers of one width, in the order of their values."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least = least
        self.greatest = greatest
        self.offset = min(least, 0)
        self.width = len(str(greatest - self.offset))

    def __call__(self, value: Any) -> str:
        if isinstance(value, dt.datetime):
            value = values.EPOCH_SECONDS.seconds(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Misfit(f"is {value!r}, not an integer")
        if not self.least <= value <= self.greatest:
            raise Misfit(f"is {value}, outside its limits {self.least} to {self.greatest}")
        return f"{value - self.offset:0{self.width}}"


def _text(value: Any) -> str:
    text = values.STRING.text(value)
    if not text:
        raise Misfit("is empty, and a part of a key cannot be")
    return escaped(text)


def _name(value: Any) -> str:
    if not isinstance(value, enum.Enum):
        raise Misfit(f"is {value!r}, which is none of the values of its type")
    return escaped(str(value.value))


def _bool(value: Any) -> str:
    return "true" if values.BOOL.encode(value)["BOOL"] else "false"


_FORMATS: dict[str, Callable[[Any], str]] = {
    "": _text,
    "enum": _name,
    "bool": _bool,
    "ulid": values.ULID.text,
    "uuid": values.UUID.text,
    "timestamp": values.TIMESTAMP.text,
    "date": values.DATE.text,
}


def _format_of(spec: str, is_partial: bool) -> Callable[[Any], str]:
    if is_partial:
        return lambda value: escaped(values.STRING.text(value))
    if ".." in spec:
        least, greatest = spec.split("..")
        return _Padded(int(least), int(greatest))
    return _FORMATS[spec]


class KeyTemplate:
    """A key attribute whose text is composed of components."""

    max_size = MAX_SORT_KEY_SIZE

    def __init__(self, entity: str, attribute: str, text: str) -> None:
        self.entity = entity
        self.attribute = attribute
        self.text = text
        self._literals: list[str] = []
        self._components: list[tuple[str, Callable[[Any], str]]] = []
        pattern = ""
        end = 0
        for part in _PART.finditer(text):
            name, star, spec = part.groups(default="")
            self._literals.append(text[end : part.start()])
            self._components.append((name, _format_of(spec, bool(star))))
            pattern += re.escape(self._literals[-1]) + _COMPONENT
            end = part.end()
        self._literals.append(text[end:])
        self._pattern = re.compile(pattern + re.escape(text[end:]), re.DOTALL)

    def __call__(self, *components: Component) -> Key:
        return {self.attribute: self.value(*components)}

    def value(self, *components: Component) -> AttributeValue:
        """The value alone, for an expression."""
        if len(components) != len(self._components):
            raise TypeError(f'"{self.text}" has {len(self._components)} components')
        text = self._literals[0]
        for (name, form), component, literal in zip(
            self._components, components, self._literals[1:]
        ):
            try:
                text += form(component) + literal
            except Misfit as misfit:
                raise Invalid(
                    f'{self.entity}.{name} {misfit} (key {self.attribute} is "{self.text}")'
                ) from None
        size = len(text.encode())
        if size == 0:
            raise Invalid(f"{self.entity}.{self.attribute} is empty, and a key cannot be")
        if size > self.max_size:
            raise Invalid(
                f'{self.entity}: key {self.attribute} of "{self.text}" has {size} bytes; '
                f"it can have at most {self.max_size}"
            )
        return {"S": text}

    def matches(self, key: str) -> bool:
        """Whether a key could have come from this template."""
        return self._pattern.fullmatch(key) is not None


class PartitionTemplate(KeyTemplate):
    max_size = MAX_PARTITION_KEY_SIZE


class SortTemplate(KeyTemplate):
    pass


class NativeKey:
    """A key attribute that is a field's own value, of its own type."""

    def __init__(
        self,
        entity: str,
        attribute: str,
        codec: values.Codec[Any],
        max_size: int = MAX_PARTITION_KEY_SIZE,
    ) -> None:
        self.entity = entity
        self.attribute = attribute
        self.codec = codec
        self.max_size = max_size

    def __call__(self, value: Any) -> Key:
        return {self.attribute: self.value(value)}

    def value(self, value: Any) -> AttributeValue:
        name = f"{self.entity}.{self.attribute}"
        try:
            encoded = self.codec.encode(value)
        except Misfit as misfit:
            raise Invalid(f"{name} {misfit}") from None
        if "N" in encoded:
            return encoded
        size = len(encoded["B"]) if "B" in encoded else len(encoded["S"].encode())
        if size == 0:
            raise Invalid(f"{name} is empty, and the value of a key cannot be")
        if size > self.max_size:
            raise Invalid(f"{name} has {size} bytes; as a key it can have at most {self.max_size}")
        return encoded


# Shards
# --------------------------------------------------------------------------------------------


def with_shard(partition: Key, shard: int) -> Key:
    """The partition key of one shard."""
    ((attribute, value),) = partition.items()
    return {attribute: sharded_value(attribute, value, shard)}


def sharded_value(attribute: str, value: AttributeValue, shard: int) -> AttributeValue:
    if "S" not in value:
        raise Invalid(f"key {attribute} is no text, and only text takes a shard")
    text = f"{value['S']}#{shard}"
    size = len(text.encode())
    if size > MAX_PARTITION_KEY_SIZE:
        raise Invalid(
            f"key {attribute} has {size} bytes with its shard; "
            f"it can have at most {MAX_PARTITION_KEY_SIZE}"
        )
    return {"S": text}


def shard_of(key: Key, shards: int) -> int:
    """The shard of the item with that key: a hash of it, the same in every language."""
    identity = b""
    for value in key.values():
        ((tag, content),) = value.items()
        if tag == "N":
            content = values.number_text(Decimal(content))
        data = content if tag == "B" else content.encode()
        identity += f"{tag}{len(data)}:".encode() + data
    return xxh3_64(identity) % shards
