"""Batches of any number of items: cut into chunks, and what a chunk left unprocessed is sent again.
"""

from __future__ import annotations

import base64
import heapq
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .entities import check_item_size
from .errors import DeadlinePassed, Error, Invalid, Throttled
from .expressions import Names
from .keys import Key
from .options import CallReport
from .patterns import GetPattern
from .runtime import Runtime, may_repeat
from .values import Item

T = TypeVar("T")

MAX_WRITES = 25
MAX_GETS = 100
MAX_REQUEST_SIZE = 16 * 1024 * 1024 - 4096


@dataclass(slots=True)
class BatchReport:
    """What became of each item of a batch. Batches are not atomic: each item is written (or
    deleted), or is named in `unwritten`, by its position in the input.
    """

    written: int = 0
    unwritten: dict[int, Exception] = field(default_factory=dict)
    requests: int = 0
    write_units: float = 0

    @property
    def complete(self) -> bool:
        return not self.unwritten


@dataclass(slots=True)
class BatchRead(Generic[T]):
    """Items by position in the input; None: there is no such item, or it is in `unread`."""

    items: list[T | None]
    unread: dict[int, Exception] = field(default_factory=dict)
    requests: int = 0
    read_units: float = 0

    @property
    def complete(self) -> bool:
        return not self.unread


Send = Callable[[list[int], CallReport], list[int]]
"""Sends the inputs at these positions, once; gives those that were left unprocessed."""


@dataclass(slots=True, order=True)
class _Chunk:
    due: float
    number: int
    positions: list[int] = field(compare=False)
    attempt: int = field(default=1, compare=False)


class BatchRun:
    """Chunks under way, several at a time if the options have an executor."""

    def __init__(
        self,
        runtime: Runtime,
        pattern: str,
        report: CallReport,
        deadline: float | None,
        concurrency: int,
    ) -> None:
        self.runtime = runtime
        self.pattern = pattern
        self.report = report
        self.concurrency = max(concurrency, 1)
        self.deadline = None if deadline is None else runtime.options.monotonic() + deadline
        self.failed: dict[int, Exception] = {}
        self._lock = threading.Lock()
        self._waiting: list[_Chunk] = []

    def run(self, chunks: list[list[int]], send: Send) -> None:
        now = self.runtime.options.monotonic()
        self._waiting = [_Chunk(now, number, chunk) for number, chunk in enumerate(chunks)]
        executor = self.runtime.options.executor
        if executor is None:
            self._work(send)
            return
        workers = min(self.concurrency, len(chunks))
        for each in [executor.submit(self._work, send) for _ in range(workers)]:
            each.result()

    def _work(self, send: Send) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                chunk = heapq.heappop(self._waiting)
            now = self.runtime.options.monotonic()
            if self.deadline is not None and max(now, chunk.due) > self.deadline:
                self._give_up(chunk, DeadlinePassed(f"{self.pattern}: {_late(chunk.attempt - 1)}"))
                continue
            if chunk.due > now:
                self.runtime.options.sleep(chunk.due - now)
            self._send(chunk, send)

    def _send(self, chunk: _Chunk, send: Send) -> None:
        report = CallReport(self.pattern, self.report.operation)
        try:
            unprocessed = send(chunk.positions, report)
            error: Exception | None = None
        except Exception as raised:
            unprocessed, error = chunk.positions, raised
        with self._lock:
            self.report.add_requests(report)
            self.report.retries += chunk.attempt > 1
        if error is not None and not (isinstance(error, Error) and may_repeat(error)):
            self._give_up(chunk, error)
        elif unprocessed:
            self._try_again(chunk, unprocessed, error)

    def _try_again(self, chunk: _Chunk, unprocessed: list[int], error: Exception | None) -> None:
        # Progress earns a fresh start: only a chunk that is stuck runs out of attempts.
        chunk.attempt = 2 if len(unprocessed) < len(chunk.positions) else chunk.attempt + 1
        chunk.positions = unprocessed
        if self.deadline is None and chunk.attempt > self.runtime.options.retry.max_attempts:
            stuck = f"{self.pattern}: still unprocessed after {chunk.attempt - 1} attempts"
            self._give_up(chunk, error or Throttled(stuck))
            return
        pause = self.runtime.pause_before(chunk.attempt)
        chunk.due = self.runtime.options.monotonic() + pause
        with self._lock:
            heapq.heappush(self._waiting, chunk)

    def _give_up(self, chunk: _Chunk, error: Exception) -> None:
        with self._lock:
            self.failed.update(dict.fromkeys(chunk.positions, error))


def _late(attempts: int) -> str:
    if attempts == 0:
        return "the deadline passed before it was sent"
    return f"still unprocessed at the deadline, after {attempts} attempts"


def _wire_size(item: Item) -> int:
    """As JSON, bytes in base64."""
    return len(json.dumps({"PutRequest": {"Item": item}}, default=_base64_of)) + 2


def _base64_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _cut(sizes: Sequence[int], max_count: int, max_size: int) -> list[list[int]]:
    """Positions in their order, cut where a chunk would have too many or too large ones."""
    chunks: list[list[int]] = []
    size = 0
    for position, own in enumerate(sizes):
        if not chunks or len(chunks[-1]) == max_count or size + own > max_size:
            chunks.append([])
            size = 0
        chunks[-1].append(position)
        size += own
    return chunks


def batch_write(
    runtime: Runtime, run: BatchRun, items: Sequence[Item], *, deletes: bool = False
) -> BatchReport:
    """Puts of items, or deletions by key. The first input that cannot be written refuses the batch:
    nothing has been sent yet."""
    identities: dict[Any, int] = {}
    for position, item in enumerate(items):
        check_item_size(f"{run.pattern}: input {position}", item)
        earlier = identities.setdefault(runtime.identity_of(item), position)
        if earlier != position:
            raise Invalid(
                f"{run.pattern}: inputs {earlier} and {position} are the same item "
                f"{runtime.key_text(item)}; a batch can write it once"
            )
    kind, member = ("DeleteRequest", "Key") if deletes else ("PutRequest", "Item")

    def send(positions: list[int], report: CallReport) -> list[int]:
        requests = [{kind: {member: items[position]}} for position in positions]
        request = {"RequestItems": {runtime.table_name: requests}}
        answer = runtime.send_once("batch_write_item", request, report)
        unprocessed = answer.get("UnprocessedItems", {}).get(runtime.table_name, [])
        return [identities[runtime.identity_of(each[kind][member])] for each in unprocessed]

    run.run(_cut([_wire_size(item) for item in items], MAX_WRITES, MAX_REQUEST_SIZE), send)
    report = run.report
    report.items = len(items) - len(run.failed)
    unwritten = dict(sorted(run.failed.items()))
    report.error = next(iter(unwritten.values()), None)
    return BatchReport(report.items, unwritten, report.requests, report.write_units)


def batch_get(
    runtime: Runtime, run: BatchRun, pattern: GetPattern, keys: Sequence[Key]
) -> BatchRead[Item]:
    """Each key is asked for once, and answered in the order of the input."""
    numbers: dict[Any, int] = {}
    wanted: list[Key] = []
    number_of: list[int] = []
    for key in keys:
        number = numbers.setdefault(runtime.identity_of(key), len(wanted))
        if number == len(wanted):
            wanted.append(key)
        number_of.append(number)
    found: dict[int, Item] = {}
    common = _get_request(runtime, pattern)

    def send(positions: list[int], report: CallReport) -> list[int]:
        request = common | {"Keys": [wanted[position] for position in positions]}
        tables = {"RequestItems": {runtime.table_name: request}}
        answer = runtime.send_once("batch_get_item", tables, report)
        for item in answer.get("Responses", {}).get(runtime.table_name, []):
            found[numbers[runtime.identity_of(item)]] = item
        unprocessed = answer.get("UnprocessedKeys", {}).get(runtime.table_name, {})
        return [numbers[runtime.identity_of(key)] for key in unprocessed.get("Keys", [])]

    run.run(_cut([1] * len(wanted), MAX_GETS, MAX_GETS), send)
    report = run.report
    batch: BatchRead[Item] = BatchRead(
        [None] * len(keys), requests=report.requests, read_units=report.read_units
    )
    for position, number in enumerate(number_of):
        item = found.get(number)
        if number in run.failed:
            batch.unread[position] = run.failed[number]
        elif item is not None and not runtime.is_expired(item, pattern.ttl_attribute):
            batch.items[position] = item
            report.items += 1
    report.error = next(iter(batch.unread.values()), None)
    return batch


def _get_request(runtime: Runtime, pattern: GetPattern) -> dict[str, Any]:
    """What every chunk asks for, without its keys."""
    request: dict[str, Any] = {}
    if pattern.consistent_read:
        request["ConsistentRead"] = True
    if pattern.projection:
        names = Names(pattern.aliases)
        names.add_all_of(pattern.projection)
        projection = pattern.projection
        # Answers come in any order: only their keys say whose they are.
        for attribute in (*runtime.table.key, pattern.ttl_attribute):
            projection = names.also_project(projection, attribute)
        request["ProjectionExpression"] = projection
        request["ExpressionAttributeNames"] = names.entries
    return request
