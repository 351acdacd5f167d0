"""Queries and scans, page by page; the shards of one that is spread are merged in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, TypeVar

from .cursors import QueryPosition, ShardPosition
from .entities import TYPE_ATTRIBUTE, Entity
from .expressions import Names
from .keys import Key, KeyTemplate, sharded_value
from .options import CallReport
from .patterns import QueryPattern
from .runtime import Runtime
from .values import AttributeValue, Item

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Query:
    """A query pattern with its values."""

    pattern: QueryPattern
    values: Mapping[str, AttributeValue] = field(default_factory=dict)


@dataclass(slots=True)
class Page(Generic[T]):
    """A page of a list. One without `next_cursor` is the last; one with it may still be followed by
    an empty one.
    """

    items: list[T]
    next_cursor: str | None = None
    unreadable: int = 0
    """How many were left out, with Options.skip_unreadable."""


# The parts of a collection: an item goes to the part whose entity its tag names; an item without a
# tag, written by others, to the part whose sort key its key matches.


class Part(Generic[T]):
    is_required = False
    is_single = True

    def __init__(self, entity: Entity[T], sort: KeyTemplate) -> None:
        self.entity = entity
        self.sort = sort
        self.items: list[T] = []

    def takes(self, item: Item) -> bool:
        if TYPE_ATTRIBUTE in item:
            return item[TYPE_ATTRIBUTE] == {"S": self.entity.name}
        return self.sort.matches(item.get(self.sort.attribute, {}).get("S", ""))


class One(Part[T]):
    """Exactly one: without it there is no collection."""

    is_required = True

    @property
    def item(self) -> T:
        return self.items[0]


class AtMostOne(Part[T]):
    @property
    def item(self) -> T | None:
        return self.items[0] if self.items else None


class Many(Part[T]):
    """Any number, in the order of the sort key."""

    is_single = False


LARGEST_PAGE = 1000
"""Items that are asked for at once where pages have had nothing but expired ones."""


def operation_of(pattern: QueryPattern) -> str:
    return "Query" if pattern.key_condition else "Scan"


def query_request(runtime: Runtime, query: Query) -> dict[str, Any]:
    pattern = query.pattern
    names = Names(pattern.aliases)
    for expression in (pattern.key_condition, pattern.filter, pattern.projection):
        names.add_all_of(expression)
    request: dict[str, Any] = {"TableName": runtime.table_name}
    if pattern.index_name:
        request["IndexName"] = pattern.index_name
    if pattern.key_condition:
        request["KeyConditionExpression"] = pattern.key_condition
        request["ScanIndexForward"] = pattern.scan_index_forward
    if pattern.filter:
        request["FilterExpression"] = pattern.filter
    if pattern.projection:
        projection = names.also_project(pattern.projection, pattern.ttl_attribute)
        if pattern.shards > 1:
            for attribute in (*runtime.table.key, *pattern.shard_keys):
                projection = names.also_project(projection, attribute)
        request["ProjectionExpression"] = projection
    if names.entries:
        request["ExpressionAttributeNames"] = names.entries
    if query.values:
        request["ExpressionAttributeValues"] = dict(query.values)
    if pattern.consistent_read:
        request["ConsistentRead"] = True
    return request


@dataclass(slots=True)
class _Shard:
    items: deque[Item] = field(default_factory=deque)
    page_end: Key | None = None
    """Where the next page begins."""
    given_until: Key | None = None
    exhausted: bool = False
    larger_page: int = 0
    """The next, if the last had nothing but expired items."""


class QueryReader:
    def __init__(self, runtime: Runtime, query: Query, start: QueryPosition | None = None) -> None:
        self.runtime = runtime
        self.pattern = query.pattern
        self.request = query_request(runtime, query)
        self.shards = [_Shard() for _ in range(self.pattern.shards)]
        if self.pattern.sharded:
            partition = self.request["ExpressionAttributeValues"][self.pattern.sharded]
            sharded_value(self.pattern.shard_keys[0], partition, self.pattern.shards - 1)
        start = start or QueryPosition()
        self.passed = start.passed
        for shard, position in zip(self.shards, start.shards):
            shard.page_end = shard.given_until = position.after
            shard.exhausted = position.exhausted

    def next(self, wanted: int, report: CallReport) -> Item | None:
        """None: there is no more."""
        while True:
            self._fill(wanted, report)
            filled = [shard for shard in self.shards if shard.items]
            if not filled:
                return None
            first = filled[0]
            for shard in filled[1:]:
                if self._comes_before(shard.items[0], first.items[0]):
                    first = shard
            item = first.items.popleft()
            if len(self.shards) > 1 and self._pass(first, item):
                continue
            if not self._is_expired(item):
                return item

    def _pass(self, shard: _Shard, item: Item) -> bool:
        """Notes that the list and this shard of it have come to the item. True if the list as a
        whole had passed its place already: it arrived since then.
        """
        shard.given_until = self._key_of(item)
        if self.passed is not None and self._comes_before(item, self.passed):
            return True
        sort = self.pattern.shard_keys[-1]
        if len(self.pattern.shard_keys) > 1 and sort in item:
            self.passed = {sort: item[sort]}
        return False

    def position(self) -> QueryPosition:
        # A shard that has nothing left may have something again by the next page: what arrives
        # there is as little lost as what arrives in another.
        may_grow = len(self.shards) > 1
        shards = [
            (
                ShardPosition(shard.given_until)
                if shard.items or (shard.exhausted and may_grow)
                else ShardPosition(shard.page_end, shard.exhausted)
            )
            for shard in self.shards
        ]
        return QueryPosition(shards, self.passed)

    @property
    def is_ready(self) -> bool:
        """Whether the next item needs no request."""
        waits = any(not shard.items and not shard.exhausted for shard in self.shards)
        return not waits and not self.exhausted

    @property
    def exhausted(self) -> bool:
        return all(shard.exhausted and not shard.items for shard in self.shards)

    def _fill(self, wanted: int, report: CallReport) -> None:
        """Until every shard has an item to offer or nothing left: only then it is known which comes
        first."""
        empty = [
            i for i, shard in enumerate(self.shards) if not shard.items and not shard.exhausted
        ]
        executor = self.runtime.options.executor
        if executor is None or len(empty) < 2:
            for index in empty:
                self._fetch(index, wanted, report)
            return
        reports = [CallReport(report.pattern, report.operation) for _ in empty]
        fetches = [
            executor.submit(self._fetch, index, wanted, own) for index, own in zip(empty, reports)
        ]
        for fetch, own in zip(fetches, reports):
            fetch.result()
            report.add_requests(own)

    def _fetch(self, index: int, wanted: int, report: CallReport) -> None:
        """Pages of a shard, until there is an item: a page may be empty and yet not be the last, or
        have nothing but expired items, and then the next is larger."""
        shard = self.shards[index]
        request = dict(self.request)
        limit = wanted
        if self.pattern.sharded:
            values = dict(request["ExpressionAttributeValues"])
            partition = values[self.pattern.sharded]
            values[self.pattern.sharded] = sharded_value("", partition, index)
            request["ExpressionAttributeValues"] = values
        operation = operation_of(self.pattern).lower()
        while not shard.items and not shard.exhausted:
            if shard.page_end is not None:
                request["ExclusiveStartKey"] = shard.page_end
            limit = max(limit, shard.larger_page)
            if limit:
                request["Limit"] = limit
            answer = self.runtime.send(operation, request, report)
            items = answer["Items"]
            living = [number for number, item in enumerate(items, 1) if not self._is_expired(item)]
            # Behind a filter nobody knows how many items were read.
            if self.pattern.ttl_attribute and not self.pattern.filter:
                shard.larger_page = 0 if living else max(limit, min(limit * 2, LARGEST_PAGE))
            if len(self.shards) == 1:
                if wanted and len(living) > wanted:
                    limit = living[wanted - 1]  # where their page ends, only the database can say
                    continue
                # So the list goes on behind the page once its last living item is given. With
                # shards, what arrives among the expired items may yet have its turn, so they wait.
                items = items[: living[-1] if living else 0]
            shard.items.extend(items)
            shard.page_end = answer.get("LastEvaluatedKey")
            shard.exhausted = not shard.page_end

    def _is_expired(self, item: Item) -> bool:
        return self.runtime.is_expired(item, self.pattern.ttl_attribute)

    def _comes_before(self, a: Item, b: Item) -> bool:
        if len(self.pattern.shard_keys) < 2:
            return False
        left, right = (_sortable(item.get(self.pattern.shard_keys[1], {})) for item in (a, b))
        if type(left) is not type(right):
            return False
        return bool(left < right if self.pattern.scan_index_forward else left > right)

    def _key_of(self, item: Item) -> Key:
        """What an ExclusiveStartKey needs: the keys of the table and of the index."""
        names = dict.fromkeys((*self.runtime.table.key, *self.pattern.shard_keys))
        return {name: item[name] for name in names if name in item}


def _sortable(value: AttributeValue) -> Any:
    for tag, content in value.items():
        return Decimal(content) if tag == "N" else content
    return None
