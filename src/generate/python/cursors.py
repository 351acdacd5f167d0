"""Page cursors: where each shard of a query is to go on, signed, as URL-safe text.

    base64url( u8 version, binding, u32 count, per shard: u8 state [, u32 length, key]
               [, u32 length, passed: in version 2], MAC )

The binding is a digest of the query, so a cursor serves the query it came from and no other.
Binding and MAC are HMAC-SHA-256, cut to 16 bytes. The layout of keys and values is that of
Keywright's C++ runtime: with the same secret, cursors of either serve the other.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass, field
from decimal import Context, Decimal
from typing import Any

from .errors import BadCursor
from .keys import Key
from .sizes import item_size
from .values import AttributeValue, number_text

_VERSION = b"\x01"
_VERSION_WITH_PASSED = b"\x02"
_MAC_SIZE = 16
_EXACT = Context(prec=200)
_TAGS = {"NULL": 0, "S": 1, "N": 2, "B": 3, "BOOL": 4}
_START, _AFTER_KEY, _EXHAUSTED = range(3)


@dataclass(slots=True)
class ShardPosition:
    """How far one shard has been read."""

    after: Key | None = None
    exhausted: bool = False


@dataclass(slots=True)
class QueryPosition:
    """How far a query has been read."""

    shards: list[ShardPosition] = field(default_factory=list)
    """A query without shards has one."""
    passed: Key | None = None
    """The sort key of the last item given, of whatever shard."""


def binding_of(secret: bytes, pattern: str, request: dict[str, Any]) -> bytes:
    """The digest of all that must be the same for a cursor to make sense."""
    parts = [
        pattern,
        request["TableName"],
        request.get("IndexName", ""),
        request.get("KeyConditionExpression", ""),
        request.get("FilterExpression", ""),
        "ascending" if request.get("ScanIndexForward", True) else "descending",
    ]
    data = b"".join(_part(part.encode()) for part in parts)
    for placeholder, value in request.get("ExpressionAttributeValues", {}).items():
        data += _part(placeholder.encode()) + _part(_encoded(value))
    return _mac(secret, data)


def write_cursor(secret: bytes, binding: bytes, position: QueryPosition) -> str:
    payload = _VERSION if position.passed is None else _VERSION_WITH_PASSED
    payload += binding + _u32(len(position.shards))
    for shard in position.shards:
        if shard.exhausted:
            payload += bytes([_EXHAUSTED])
        elif shard.after is None:
            payload += bytes([_START])
        else:
            payload += bytes([_AFTER_KEY]) + _part(_encoded_key(shard.after))
    if position.passed is not None:
        payload += _part(_encoded_key(position.passed))
    return base64.urlsafe_b64encode(payload + _mac(secret, payload)).rstrip(b"=").decode()


def read_cursor(secret: bytes, binding: bytes, shards: int, cursor: str) -> QueryPosition:
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) <= _MAC_SIZE:
        raise _bad("is cut or altered")
    payload, mac = data[:-_MAC_SIZE], data[-_MAC_SIZE:]
    if not hmac.compare_digest(mac, _mac(secret, payload)):
        raise _bad("is altered, or signed with another secret")
    reader = _Reader(payload)
    version = reader.take(1)
    if version not in (_VERSION, _VERSION_WITH_PASSED):
        raise _bad("is of another version")
    if reader.take(_MAC_SIZE) != binding or reader.u32() != shards:
        raise _bad("is of another pattern, of other arguments or of another direction")
    position = QueryPosition([_read_shard(reader) for _ in range(shards)])
    if version == _VERSION_WITH_PASSED:
        position.passed = reader.key()
    return position


def _read_shard(reader: _Reader) -> ShardPosition:
    state = reader.take(1)[0]
    if state == _AFTER_KEY:
        return ShardPosition(reader.key())
    return ShardPosition(exhausted=state == _EXHAUSTED)


class _Reader:
    """Reads what was signed."""

    def __init__(self, data: bytes) -> None:
        self._rest = data

    def take(self, size: int) -> bytes:
        if size > len(self._rest):
            raise _bad("is cut or altered")
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def key(self) -> Key:
        self.u32()  # the length of it all
        count = self.u32()
        self.u32()  # the size as DynamoDB accounts it
        return {self.name(): self.value() for _ in range(count)}

    def name(self) -> str:
        size = self.take(1)[0]
        return self.take(self.u32() if size == 255 else size).decode()

    def value(self) -> AttributeValue:
        tag = self.take(1)[0]
        if tag == _TAGS["S"]:
            return {"S": self.take(self.u32()).decode()}
        if tag == _TAGS["B"]:
            return {"B": self.take(self.u32())}
        if tag == _TAGS["N"]:
            return {"N": _number_of(self.take(self.take(1)[0]))}
        raise _bad("is of another version")


def _bad(why: str) -> BadCursor:
    return BadCursor(f"the cursor {why}; begin again without a cursor")


def _mac(secret: bytes, data: bytes) -> bytes:
    return hmac.new(secret, data, hashlib.sha256).digest()[:_MAC_SIZE]


def _u32(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _part(data: bytes) -> bytes:
    return _u32(len(data)) + data


def _encoded_key(key: Key) -> bytes:
    members = b""
    for name, value in sorted(key.items(), key=lambda entry: entry[0].encode()):
        data = name.encode()
        size = bytes([len(data)]) if len(data) < 255 else b"\xff" + _u32(len(data))
        members += size + data + _encoded(value)
    return _u32(len(key)) + _u32(item_size(key)) + members


def _encoded(value: AttributeValue) -> bytes:
    """A value that can stand in a key or a comparison."""
    ((tag, content),) = value.items()
    if tag == "BOOL":
        return bytes([_TAGS[tag] + bool(content)])
    if tag == "NULL":
        return bytes([_TAGS[tag]])
    if tag == "N":
        data = _ordered(Decimal(content))
        return bytes([_TAGS[tag], len(data)]) + data
    return bytes([_TAGS[tag]]) + _part(content if tag == "B" else content.encode())


# A number is 0.d1 d2 ... dn * 100^E with base-100 digits: 0x80 + (E + 64), then a byte per digit,
# 2d + 1 if another follows and 2d for the last; all complemented if it is negative.


def _ordered(number: Decimal) -> bytes:
    if number.is_zero():
        return b"\x80\x00"
    sign, digits, exponent = _EXACT.normalize(number).as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)) + "0" * (exponent % 2)
    text = "0" * (len(text) % 2) + text
    pairs = [int(text[i : i + 2]) for i in range(0, len(text), 2)]
    power = len(pairs) + (exponent - exponent % 2) // 2
    data = [0x80 + power + 64] + [2 * pair + 1 for pair in pairs]
    data[-1] -= 1
    return bytes(each ^ 0xFF if sign else each for each in data)


def _number_of(data: bytes) -> str:
    if data == b"\x80\x00":
        return "0"
    negative = data[0] < 0x80
    plain = bytes(each ^ 0xFF for each in data) if negative else data
    digits = "".join(f"{each >> 1:02}" for each in plain[1:])
    exponent = 2 * (plain[0] - 0x80 - 64 - len(plain[1:]))
    return number_text(Decimal(f"{'-' if negative else ''}{digits}E{exponent}"))
