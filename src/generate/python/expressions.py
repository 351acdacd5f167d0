"""The names and values that expressions stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .values import AttributeValue

_PLAIN = re.compile("[A-Za-z0-9_]+")
_PLACEHOLDER = re.compile("#[A-Za-z0-9_]+")


class Names:
    """ExpressionAttributeNames: `#status` stands for status, or for what it is an alias of."""

    def __init__(self, aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self.entries: dict[str, str] = {}

    def add_all_of(self, expression: str) -> None:
        for placeholder in _PLACEHOLDER.findall(expression):
            self.entries.setdefault(placeholder, self._aliases.get(placeholder, placeholder[1:]))

    def of(self, attribute: str) -> str:
        for placeholder, name in self.entries.items():
            if name == attribute:
                return placeholder
        placeholder = f"#{attribute}" if _PLAIN.fullmatch(attribute) else ""
        number = len(self.entries)
        while not placeholder or placeholder in self.entries:
            placeholder = f"#n{number}"
            number += 1
        self.entries[placeholder] = attribute
        return placeholder

    def also_project(self, projection: str, attribute: str | None) -> str:
        """Adds what the runtime itself must see of each item."""
        if not attribute:
            return projection
        placeholder = self.of(attribute)
        parts = [part.strip() for part in projection.split(",")]
        return projection if placeholder in parts else f"{projection}, {placeholder}"


class Values:
    """ExpressionAttributeValues, each under a readable placeholder that is not taken."""

    def __init__(self) -> None:
        self.entries: dict[str, AttributeValue] = {}

    def add(self, hint: str, value: AttributeValue) -> str:
        base = ":" + re.sub("[^A-Za-z0-9_]", "_", hint)
        placeholder = base
        number = 2
        while placeholder in self.entries:
            placeholder = f"{base}_{number}"
            number += 1
        self.entries[placeholder] = value
        return placeholder


def expression_members(names: Names, values: Values) -> dict[str, Any]:
    """The members of a request; DynamoDB refuses empty ones."""
    members: dict[str, Any] = {}
    if names.entries:
        members["ExpressionAttributeNames"] = names.entries
    if values.entries:
        members["ExpressionAttributeValues"] = values.entries
    return members
