"""Values of Python as DynamoDB stores them: one codec per type of the model."""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any, Generic, TypeAlias, TypeVar, Union
from uuid import UUID as Uuid

from .sizes import value_size

AttributeValue: TypeAlias = dict[str, Any]
"""A value as boto3's client has it: {"S": "text"}."""
Item: TypeAlias = dict[str, AttributeValue]

Document: TypeAlias = Union[
    None,
    bool,
    int,
    float,
    Decimal,
    str,
    bytes,
    AbstractSet[Union[str, int, Decimal, bytes]],
    Sequence["Document"],
    Mapping[str, "Document"],
]
"""Any value of DynamoDB. Read, numbers are Decimal, lists list, maps dict and sets set."""

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

_MAX_DIGITS = 38
_EXACT = Context(prec=200)
_INT64 = range(-(2**63), 2**63)


class Misfit(Exception):
    """A value that does not fit, with the path to it."""

    def __init__(self, problem: str, path: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path

    def within(self, step: str) -> Misfit:
        separator = "." if self.path and not self.path.startswith("[") else ""
        return Misfit(self.problem, step + separator + self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a value must satisfy to be written.

    `min` and `max` count the characters of a text, the bytes of binary values and documents and the
    elements of lists, maps and sets; of integers they limit the value itself.
    """

    min: int | None = None
    max: int | None = None
    number_min: str | None = None
    number_max: str | None = None
    charset: str | None = None

    def check(self, value: int, words: str) -> None:
        low = self.min is not None and value < self.min
        high = self.max is not None and value > self.max
        if low or high:
            raise Misfit(words.format(value, self._words()))

    def check_number(self, number: Decimal) -> None:
        if self.number_min is not None and number < Decimal(self.number_min):
            raise Misfit(f"is {number_text(number)}; it must be at least {self.number_min}")
        if self.number_max is not None and number > Decimal(self.number_max):
            raise Misfit(f"is {number_text(number)}; it must be at most {self.number_max}")

    def _words(self) -> str:
        if self.min is None:
            return f"at most {self.max}"
        if self.max is None:
            return f"at least {self.min}"
        return f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"


NO_LIMITS = Limits()


def number_text(number: int | float | Decimal) -> str:
    """Plain decimal: never an exponent, no superfluous zeros."""
    if isinstance(number, int):
        number = Decimal(number)
    elif isinstance(number, float):
        number = Decimal(repr(number))
    if not number.is_finite():
        raise Misfit(f"is {number}, which no DynamoDB number can hold")
    if number.is_zero():
        return "0"
    number = _EXACT.normalize(number)
    if len(number.as_tuple().digits) > _MAX_DIGITS:
        raise Misfit(f"has more than {_MAX_DIGITS} digits")
    if not -130 <= number.adjusted() <= 125:
        raise Misfit(f"is {number}, which no DynamoDB number can hold")
    return format(number, "f")


class Codec(Generic[T]):
    """How values of one type are stored."""

    tag = "S"

    def encode(self, value: T) -> AttributeValue:
        raise NotImplementedError

    def decode(self, value: AttributeValue) -> T:
        raise NotImplementedError

    def check(self, value: T, limits: Limits) -> None:
        """Raises Misfit for a value outside the limits of its field."""

    def content(self, value: AttributeValue) -> Any:
        if self.tag in value:
            return value[self.tag]
        raise Misfit(f"has type {next(iter(value), '?')}, not {self.tag}")


class TextCodec(Codec[T]):
    """Values that are stored as text, and can be parts of keys."""

    def text(self, value: T) -> str:
        raise NotImplementedError

    def parse(self, text: str) -> T:
        raise NotImplementedError

    def encode(self, value: T) -> AttributeValue:
        return {"S": self.text(value)}

    def decode(self, value: AttributeValue) -> T:
        return self.parse(self.content(value))


class _String(TextCodec[str]):
    def text(self, value: str) -> str:
        if not isinstance(value, str):
            raise Misfit(f"is {value!r}, not a text")
        return value

    def parse(self, text: str) -> str:
        return text

    def check(self, value: str, limits: Limits) -> None:
        limits.check(len(self.text(value)), "has {} characters; it must have {}")
        if limits.charset is None:
            return
        charset = _Charset(limits.charset)
        for character in value:
            if character not in charset:
                raise Misfit(f"has the character '{character}', which is not in {limits.charset}")


class _Charset:
    """A character class such as "[0-9a-f]" or "[^#]"; a backslash takes the next as it is."""

    def __init__(self, text: str) -> None:
        if text.startswith("[") and text.endswith("]"):
            text = text[1:-1]
        self.negated = text.startswith("^")
        self.ranges: list[tuple[str, str]] = []
        members = re.findall(r"(\\.|.)(?:-(\\.|.))?", text[self.negated :], re.DOTALL)
        for first, last in members:
            self.ranges.append((first[-1], (last or first)[-1]))

    def __contains__(self, character: str) -> bool:
        found = any(first <= character <= last for first, last in self.ranges)
        return found is not self.negated


class _Ulid(TextCodec[str]):
    _shape = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}")

    def text(self, value: str) -> str:
        if not isinstance(value, str) or not self._shape.fullmatch(value):
            raise Misfit(f"is {value!r}, not a ULID")
        return value

    def parse(self, text: str) -> str:
        return self.text(text)


class _Uuid(TextCodec[Uuid]):
    def text(self, value: Uuid) -> str:
        if not isinstance(value, Uuid):
            raise Misfit(f"is {value!r}, not a UUID")
        return str(value)

    def parse(self, text: str) -> Uuid:
        try:
            parsed = Uuid(text)
        except ValueError:
            parsed = None
        if parsed is None or str(parsed) != text:
            raise Misfit(f'is "{text}", not a UUID in lower case')
        return parsed


class _Timestamp(TextCodec[dt.datetime]):
    """Fixed-width UTC with milliseconds; what is finer is cut off."""

    _shape = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

    def text(self, value: dt.datetime) -> str:
        return aware(value).isoformat(timespec="milliseconds")[:-6] + "Z"

    def parse(self, text: str) -> dt.datetime:
        try:
            if self._shape.fullmatch(text):
                return dt.datetime.fromisoformat(text[:-1] + "+00:00")
        except ValueError:
            pass
        raise Misfit(f'is "{text}", not a time such as 2026-01-02T03:04:05.678Z')


class _Date(TextCodec[dt.date]):
    _shape = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

    def text(self, value: dt.date) -> str:
        if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
            raise Misfit(f"is {value!r}, not a date")
        return value.isoformat()

    def parse(self, text: str) -> dt.date:
        try:
            if self._shape.fullmatch(text):
                return dt.date.fromisoformat(text)
        except ValueError:
            pass
        raise Misfit(f'is "{text}", not a date such as 2026-01-02')


class EnumCodec(TextCodec[E]):
    def __init__(self, kind: type[E]) -> None:
        self.kind = kind

    def text(self, value: E) -> str:
        if not isinstance(value, self.kind):
            raise Misfit(f"is {value!r}, which is no {self.kind.__name__}")
        return str(value.value)

    def parse(self, text: str) -> E:
        try:
            return self.kind(text)
        except ValueError:
            names = ", ".join(str(member.value) for member in self.kind)
            raise Misfit(f'is "{text}", none of {names}') from None


class _Bool(Codec[bool]):
    tag = "BOOL"

    def encode(self, value: bool) -> AttributeValue:
        if not isinstance(value, bool):
            raise Misfit(f"is {value!r}, not a bool")
        return {"BOOL": value}

    def decode(self, value: AttributeValue) -> bool:
        return bool(self.content(value))


class _Int(Codec[int]):
    tag = "N"

    def encode(self, value: int) -> AttributeValue:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Misfit(f"is {value!r}, not an integer")
        if value not in _INT64:
            raise Misfit(f"is {value}, not an integer of 64 bits")
        return {"N": str(value)}

    def decode(self, value: AttributeValue) -> int:
        number = Decimal(self.content(value))
        if number != int(number) or int(number) not in _INT64:
            raise Misfit(f"is {number_text(number)}, not an integer of 64 bits")
        return int(number)

    def check(self, value: int, limits: Limits) -> None:
        limits.check(value, "is {}; it must be {}")


class _Number(Codec[Decimal]):
    """Exact, with up to 38 digits."""

    tag = "N"

    def encode(self, value: Decimal) -> AttributeValue:
        if not isinstance(value, (int, Decimal)) or isinstance(value, bool):
            raise Misfit(f"is {value!r}, not a Decimal")
        return {"N": number_text(value)}

    def decode(self, value: AttributeValue) -> Decimal:
        return Decimal(self.content(value))

    def check(self, value: Decimal, limits: Limits) -> None:
        limits.check_number(Decimal(value))


class _Double(Codec[float]):
    tag = "N"

    def encode(self, value: float) -> AttributeValue:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise Misfit(f"is {value!r}, not a float")
        return {"N": number_text(float(value))}

    def decode(self, value: AttributeValue) -> float:
        return float(self.content(value))

    def check(self, value: float, limits: Limits) -> None:
        limits.check_number(Decimal(number_text(float(value))))


class _EpochSeconds(Codec[dt.datetime]):
    """Whole seconds; what is finer is cut off."""

    tag = "N"

    def seconds(self, value: dt.datetime) -> int:
        return int((aware(value) - _EPOCH) // dt.timedelta(seconds=1))

    def encode(self, value: dt.datetime) -> AttributeValue:
        return {"N": str(self.seconds(value))}

    def decode(self, value: AttributeValue) -> dt.datetime:
        try:
            return _EPOCH + dt.timedelta(seconds=INT.decode(value))
        except OverflowError:
            raise Misfit(f"is {value['N']}, outside the years 0001 to 9999") from None

    def check(self, value: dt.datetime, limits: Limits) -> None:
        limits.check(self.seconds(value), "is {}; it must be {}")


class _Binary(Codec[bytes]):
    tag = "B"

    def encode(self, value: bytes) -> AttributeValue:
        if not isinstance(value, (bytes, bytearray)):
            raise Misfit(f"is {value!r}, not bytes")
        return {"B": bytes(value)}

    def decode(self, value: AttributeValue) -> bytes:
        return bytes(self.content(value))

    def check(self, value: bytes, limits: Limits) -> None:
        limits.check(len(value), "has {} bytes; it must have {}")


class ListCodec(Codec[list[T]]):
    tag = "L"

    def __init__(self, element: Codec[T]) -> None:
        self.element = element

    def encode(self, value: list[T]) -> AttributeValue:
        return {"L": [_in(f"[{i}]", self.element.encode, each) for i, each in enumerate(value)]}

    def decode(self, value: AttributeValue) -> list[T]:
        elements = enumerate(self.content(value))
        return [_in(f"[{i}]", self.element.decode, each) for i, each in elements]

    def check(self, value: list[T], limits: Limits) -> None:
        limits.check(len(value), "has {} elements; it must have {}")


class MapCodec(Codec[dict[str, T]]):
    tag = "M"

    def __init__(self, element: Codec[T]) -> None:
        self.element = element

    def encode(self, value: dict[str, T]) -> AttributeValue:
        return {"M": {k: _in(k, self.element.encode, each) for k, each in value.items()}}

    def decode(self, value: AttributeValue) -> dict[str, T]:
        return {k: _in(k, self.element.decode, each) for k, each in self.content(value).items()}

    def check(self, value: dict[str, T], limits: Limits) -> None:
        limits.check(len(value), "has {} elements; it must have {}")


class SetCodec(Codec[set[T]]):
    """Never stored empty: an empty set is an attribute that is not there."""

    def __init__(self, element: Codec[T]) -> None:
        self.element = element
        self.tag = element.tag + "S"

    def encode(self, value: set[T]) -> AttributeValue:
        members = [self.element.encode(each)[self.element.tag] for each in value]
        return {self.tag: sorted(members)}

    def decode(self, value: AttributeValue) -> set[T]:
        return {self.element.decode({self.element.tag: each}) for each in self.content(value)}

    def check(self, value: set[T], limits: Limits) -> None:
        limits.check(len(value), "has {} elements; it must have {}")


class _Json(Codec[Document]):
    def encode(self, value: Document) -> AttributeValue:
        if value is None:
            return {"NULL": True}
        if isinstance(value, bool):
            return {"BOOL": value}
        if isinstance(value, (int, float, Decimal)):
            return {"N": number_text(value)}
        if isinstance(value, str):
            return {"S": value}
        if isinstance(value, (bytes, bytearray)):
            return {"B": bytes(value)}
        if isinstance(value, Mapping):
            return {"M": {name: _in(name, self.encode, each) for name, each in value.items()}}
        if isinstance(value, AbstractSet):
            return self._encode_set(value)
        if isinstance(value, Sequence):
            return {"L": [_in(f"[{i}]", self.encode, each) for i, each in enumerate(value)]}
        raise Misfit(f"is of type {type(value).__name__}, which no document can hold")

    def _encode_set(self, value: AbstractSet[Any]) -> AttributeValue:
        members = [self.encode(each) for each in value]
        tags = {tag for member in members for tag in member}
        if len(tags) != 1 or not tags <= {"S", "N", "B"}:
            raise Misfit(
                "is an empty set, or one whose members are not all texts, numbers or bytes"
            )
        tag = tags.pop()
        return {tag + "S": sorted(member[tag] for member in members)}

    def decode(self, value: AttributeValue) -> Document:
        ((tag, content),) = value.items()
        if tag == "NULL":
            return None
        if tag == "N":
            return Decimal(content)
        if tag == "B":
            return bytes(content)
        if tag == "L":
            return [self.decode(each) for each in content]
        if tag == "M":
            return {name: self.decode(each) for name, each in content.items()}
        if tag in ("SS", "NS", "BS"):
            return {self.decode({tag[0]: each}) for each in content}  # type: ignore[misc]
        return content  # type: ignore[no-any-return]

    def check(self, value: Document, limits: Limits) -> None:
        limits.check(value_size(self.encode(value)), "has {} bytes; it must have {}")


STRING = _String()
ULID = _Ulid()
UUID = _Uuid()
TIMESTAMP = _Timestamp()
DATE = _Date()
BOOL = _Bool()
INT = _Int()
NUMBER = _Number()
DOUBLE = _Double()
EPOCH_SECONDS = _EpochSeconds()
BINARY = _Binary()
JSON = _Json()

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


def aware(value: dt.datetime) -> dt.datetime:
    """In UTC. A time without a zone could be any."""
    if not isinstance(value, dt.datetime) or value.tzinfo is None:
        raise Misfit(f"is {value!r}, not a datetime with a time zone")
    return value.astimezone(dt.timezone.utc)


def _in(step: str, convert: Any, value: Any) -> Any:
    try:
        return convert(value)
    except Misfit as misfit:
        raise misfit.within(step) from None
