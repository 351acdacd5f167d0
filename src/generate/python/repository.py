"""Repository: what generated repositories, and hand-written ones, are made of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from .batches import BatchRead, BatchReport, BatchRun, batch_get, batch_write
from .conditions import conditional, explained, expressions_of, meets_expired
from .cursors import binding_of, read_cursor, write_cursor
from .entities import TYPE_ATTRIBUTE, Entity, check_item_size
from .errors import ConditionFailed, DecodeError, Invalid, UnknownEntity
from .expressions import Names
from .keys import Key
from .options import CallReport, Client, Options
from .patterns import GetPattern, TableSchema, WritePattern
from .queries import Page, Part, Query, QueryReader, operation_of
from .runtime import Runtime
from .transactions import (
    MAX_OPERATIONS,
    ReadTransaction,
    WriteRun,
    WriteTransaction,
    delete_expired,
)
from .values import Item
from .writes import Delete, Put, Update

T = TypeVar("T")


class Repository:
    """Turns the calls of access patterns into requests, and answers into entities. Cheap to make;
    may be called from many threads at once, as boto3's clients may.
    """

    def __init__(self, client: Client, table: TableSchema, options: Options | None = None) -> None:
        self._runtime = Runtime(client, table, options or Options())

    def now(self) -> dt.datetime:
        return self._runtime.now()

    # Reads
    # -----------------------------------------------------------------------------------------

    def get(self, pattern: GetPattern, entity: Entity[T], key: Key) -> T | None:
        runtime = self._runtime
        with runtime.call(pattern.name, "GetItem") as report:
            request = {"TableName": runtime.table_name, "Key": key} | _projected(pattern)
            if pattern.consistent_read:
                request["ConsistentRead"] = True
            item = runtime.send("get_item", request, report).get("Item")
            if item is None or runtime.is_expired(item, pattern.ttl_attribute):
                return None
            report.items = 1
            return entity.read(item)

    def list(
        self, query: Query, entity: Entity[T], *, limit: int | None, cursor: str | None
    ) -> Page[T]:
        runtime, pattern = self._runtime, query.pattern
        limit = pattern.page_size if limit is None else limit
        with runtime.call(pattern.name, operation_of(pattern), pattern.index_name) as report:
            if limit < 1:
                raise Invalid(f"{pattern.name}: the limit of a page must be at least 1")
            reader = QueryReader(runtime, query)
            secret = runtime.options.cursor_secret
            binding = binding_of(secret, pattern.name, reader.request)
            if cursor is not None:
                start = read_cursor(secret, binding, pattern.shards, cursor)
                reader = QueryReader(runtime, query, start)
            page: Page[T] = Page([])
            while len(page.items) < limit:
                item = reader.next(limit - len(page.items), report)
                if item is None:
                    break
                page.items += self._readable(entity, item, report)
            page.unreadable = report.unreadable
            report.items = len(page.items)
            if not reader.exhausted:
                page.next_cursor = write_cursor(secret, binding, reader.position())
            return page

    def each(self, query: Query, entity: Entity[T]) -> Iterator[T]:
        """All of them, page after page."""
        runtime, pattern = self._runtime, query.pattern
        reader = QueryReader(runtime, query)
        while not reader.exhausted:
            page = _rows(entity)
            with runtime.call(pattern.name, operation_of(pattern), pattern.index_name) as report:
                item = reader.next(pattern.page_size, report)
                while item is not None:
                    page += self._readable(entity, item, report)
                    item = reader.next(pattern.page_size, report) if reader.is_ready else None
                report.items = len(page)
            yield from page

    def collect(self, query: Query, *parts: Part[Any]) -> bool:
        """One Query, dispatched to the parts; False if one that must be there is not."""
        runtime, pattern = self._runtime, query.pattern
        with runtime.call(pattern.name, operation_of(pattern), pattern.index_name) as report:
            reader = QueryReader(runtime, query)
            count = 0
            # One more than may be there, so that too many are noticed and not read.
            while (item := reader.next(self._wanted(pattern.max_items, count), report)) is not None:
                if pattern.max_items and count == pattern.max_items:
                    raise Invalid(
                        f"{pattern.name}: there are more than {count} items; raise max_items, or "
                        "read them as a list"
                    )
                count += 1
                part = next((part for part in parts if part.takes(item)), None)
                if part is not None:
                    part.items += self._readable(part.entity, item, report)
                else:
                    self._unreadable(self._unknown(pattern.name, item), report)
            for part in parts:
                if part.is_single and len(part.items) > 1:
                    raise DecodeError(
                        f"{pattern.name}: there are {len(part.items)} items of "
                        f"{part.entity.name}, and there can be one"
                    )
            report.items = sum(len(part.items) for part in parts)
            return all(part.items for part in parts if part.is_required)

    @staticmethod
    def _wanted(max_items: int, count: int) -> int:
        return max_items + 1 - count if max_items else 0

    def _readable(self, entity: Entity[T], item: Item, report: CallReport) -> Sequence[T]:
        """The entity, or nothing if items that do not read as it are left out."""
        try:
            return [entity.read(item)]
        except DecodeError as error:
            self._unreadable(error, report)
            return []

    def _unreadable(self, error: DecodeError, report: CallReport) -> None:
        if not self._runtime.options.skip_unreadable:
            raise error
        report.unreadable += 1

    def _unknown(self, name: str, item: Item) -> UnknownEntity:
        tag = item.get(TYPE_ATTRIBUTE)
        words = f"; its {TYPE_ATTRIBUTE} is {tag}" if tag else ""
        key = self._runtime.key_text(item)
        return UnknownEntity(
            f"{name}: the item {key} is of no entity that is read here{words}", item
        )

    # Batches
    # ---------------------------------------------------------------------------------------

    def batch_get(
        self,
        pattern: GetPattern,
        entity: Entity[T],
        keys: Sequence[Key],
        *,
        deadline: float | None = None,
        concurrency: int = 4,
    ) -> BatchRead[T]:
        with self._runtime.call(pattern.name, "BatchGetItem") as report:
            run = BatchRun(self._runtime, pattern.name, report, deadline, concurrency)
            found = batch_get(self._runtime, run, pattern, keys)
            batch: BatchRead[T] = BatchRead(
                [None] * len(keys), found.unread, found.requests, found.read_units
            )
            for position, item in enumerate(found.items):
                try:
                    batch.items[position] = None if item is None else entity.read(item)
                except DecodeError as error:
                    batch.unread[position] = error
                    report.items -= 1
            batch.unread = dict(sorted(batch.unread.items()))
            report.error = next(iter(batch.unread.values()), None)
            return batch

    def batch_put(
        self,
        pattern: WritePattern,
        items: Sequence[Item],
        *,
        deadline: float | None = None,
        concurrency: int = 4,
    ) -> BatchReport:
        with self._runtime.call(pattern.name, "BatchWriteItem") as report:
            run = BatchRun(self._runtime, pattern.name, report, deadline, concurrency)
            return batch_write(self._runtime, run, items)

    def batch_delete(
        self,
        pattern: WritePattern,
        keys: Sequence[Key],
        *,
        deadline: float | None = None,
        concurrency: int = 4,
    ) -> BatchReport:
        with self._runtime.call(pattern.name, "BatchWriteItem") as report:
            run = BatchRun(self._runtime, pattern.name, report, deadline, concurrency)
            return batch_write(self._runtime, run, keys, deletes=True)

    # Writes
    # ----------------------------------------------------------------------------------------

    def put(self, put: Put) -> None:
        runtime, pattern = self._runtime, put.pattern
        with runtime.call(pattern.name, "PutItem") as report:
            check_item_size(pattern.name, put.item)
            request = {"TableName": runtime.table_name, "Item": put.item}
            request |= conditional(runtime, put)
            try:
                runtime.send("put_item", request, report)
            except ConditionFailed as failed:
                raise explained(runtime, put, failed.item) from failed.__cause__
            report.items = 1

    def delete(self, delete: Delete) -> None:
        runtime = self._runtime
        with runtime.call(delete.pattern.name, "DeleteItem") as report:
            request = {"TableName": runtime.table_name, "Key": delete.key}
            request |= conditional(runtime, delete)
            try:
                runtime.send("delete_item", request, report)
            except ConditionFailed as failed:
                raise explained(runtime, delete, failed.item) from failed.__cause__
            report.items = 1

    def update(self, update: Update, entity: Entity[T]) -> T:
        """The entity as it is after the update. One that may create the item and meets an expired
        one deletes that first, if it is expired still, and then begins anew.
        """
        return entity.read(self._update_item(update))

    def _update_item(self, update: Update) -> Item:
        runtime = self._runtime
        with runtime.call(update.pattern.name, "UpdateItem") as report:
            request = {
                "TableName": runtime.table_name,
                "Key": update.key,
                "ReturnValues": "ALL_NEW",
            }
            request |= expressions_of(runtime, update)
            try:
                try:
                    answer = runtime.send("update_item", request, report)
                except ConditionFailed as failed:
                    if not meets_expired(runtime, update, failed.item):
                        raise
                    delete_expired(runtime, update, report)
                    answer = runtime.send("update_item", request, report)
            except ConditionFailed as failed:
                raise explained(runtime, update, failed.item) from failed.__cause__
            report.items = 1
            item: Item = answer.get("Attributes", {})
            return item

    # Transactions
    # ----------------------------------------------------------------------------------

    def transact(self, transaction: WriteTransaction) -> None:
        writes = transaction.operations
        # A write that nothing goes with costs half as much alone.
        is_alone = len(writes) == 1 and not transaction.of_steps
        if is_alone and not transaction.needed_sentinels():
            self._write(writes[0])
            return
        with self._runtime.call(transaction.pattern.name, "TransactWriteItems") as report:
            WriteRun(self._runtime, transaction, report).run()

    def _write(self, write: Any) -> None:
        if isinstance(write, Put):
            self.put(write)
        elif isinstance(write, Delete):
            self.delete(write)
        else:
            self._update_item(write)

    def read_transaction(self, transaction: ReadTransaction) -> None:
        """Every get of it is answered as of one moment."""
        runtime, reads = self._runtime, transaction.reads
        name = transaction.pattern.name
        with runtime.call(name, "TransactGetItems") as report:
            if not 1 <= len(reads) <= MAX_OPERATIONS:
                raise Invalid(
                    f"{name}: a transaction has 1 to {MAX_OPERATIONS} operations, not {len(reads)}"
                )
            table = {"TableName": runtime.table_name}
            # Of an item that has nothing of what is asked for, DynamoDB says what it says of none.
            key = runtime.table.partition_key
            gets = [
                {"Get": table | {"Key": read.key} | _projected(read.pattern, key)} for read in reads
            ]
            answer = runtime.send("transact_get_items", {"TransactItems": gets}, report)
            for read, response in zip(reads, answer["Responses"]):
                item = response.get("Item")
                if item is None or runtime.is_expired(item, read.pattern.ttl_attribute):
                    continue
                read.read(item)
                report.items += 1


def _rows(entity: Entity[T]) -> list[T]:
    """An empty list; in the class, `list` is a method."""
    return []


def _projected(pattern: GetPattern, also: str | None = None) -> dict[str, Any]:
    if not pattern.projection:
        return {}
    names = Names(pattern.aliases)
    names.add_all_of(pattern.projection)
    projection = names.also_project(pattern.projection, also)
    projection = names.also_project(projection, pattern.ttl_attribute)
    return {"ProjectionExpression": projection, "ExpressionAttributeNames": names.entries}
