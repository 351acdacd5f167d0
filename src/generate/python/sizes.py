"""Sizes as DynamoDB accounts them."""

from __future__ import annotations

from decimal import Context, Decimal
from typing import Any

_EXACT = Context(prec=200)


def number_size(text: str) -> int:
    """A byte, one per two significant digits on either side of the point, one if negative."""
    number = _EXACT.normalize(Decimal(text))
    if number.is_zero():
        return 1
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    integer = len(digits) if exponent >= 0 else max(len(digits) + exponent, 0)
    fraction = len(digits) - integer
    return min(1 + (integer + 1) // 2 + (fraction + 1) // 2 + sign, 21)


def value_size(value: dict[str, Any]) -> int:
    ((tag, content),) = value.items()
    if tag == "S":
        return len(content.encode())
    if tag == "B":
        return len(content)
    if tag == "N":
        return number_size(content)
    if tag in ("BOOL", "NULL"):
        return 1
    if tag == "L":
        return 3 + sum(1 + value_size(each) for each in content)
    if tag == "M":
        return 3 + len(content) + item_size(content)
    return sum(value_size({tag[0]: each}) for each in content)


def item_size(item: dict[str, dict[str, Any]]) -> int:
    return sum(len(name.encode()) + value_size(value) for name, value in item.items())
