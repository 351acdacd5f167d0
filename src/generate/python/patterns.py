"""The constant part of an access pattern: its name, where it reads, and its expressions.

In an expression, `#name` stands for the attribute `name`. An attribute whose name does not fit
(letters, digits and `_`) is listed in `aliases`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field


class Precondition(enum.Enum):
    """What a write asks of the item as it stands."""

    NONE = "none"
    ABSENT = "absent"
    """create: there is none, or it has expired."""
    PRESENT = "present"
    """patch, delete: there is one, and it has not expired."""


@dataclass(frozen=True, slots=True)
class TableSchema:
    name: str
    partition_key: str
    sort_key: str | None = None

    @property
    def key(self) -> tuple[str, ...]:
        return (self.partition_key,) + ((self.sort_key,) if self.sort_key else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPattern:
    """GetItem and BatchGetItem."""

    name: str
    consistent_read: bool = False
    projection: str = ""
    ttl_attribute: str = ""
    """An item past this time reads as absent."""
    aliases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPattern:
    """Query; without a key condition, Scan."""

    name: str
    index_name: str | None = None
    key_condition: str = ""
    filter: str = ""
    projection: str = ""
    ttl_attribute: str = ""
    scan_index_forward: bool = True
    consistent_read: bool = False
    page_size: int = 100
    """Items per page of a list that asks for no other."""
    max_items: int = 0
    """Bound of a collection read in one call; 0: none."""
    shards: int = 1
    """Over how many suffixes the partition is spread."""
    sharded: str = ""
    """The placeholder of the partition, if it is spread."""
    shard_keys: tuple[str, ...] = ()
    """The keys of the index that a spread query reads: partition, sort."""
    aliases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePattern:
    """PutItem, UpdateItem, DeleteItem, and the writes of batches and transactions."""

    name: str
    precondition: Precondition = Precondition.NONE
    ttl_attribute: str = ""
    """An item past this time counts as absent. An update that may create it then begins anew."""
    aliases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AccessPatternDesign:
    """How an access pattern is served, for logs, metrics and pages about the service."""

    name: str
    operation: str
    served_by: str
