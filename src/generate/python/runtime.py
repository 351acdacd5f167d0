"""What the parts of a repository share: the client, the table, the options, and how requests are
sent.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from .errors import (
    ConditionFailed,
    Conflict,
    Error,
    Invalid,
    NotFound,
    Reason,
    Throttled,
    TransactionCancelled,
)
from .options import CallReport, Client, Options
from .patterns import TableSchema
from .values import Item

_CONTENTION = {"TransactionConflict", "ProvisionedThroughputExceeded", "ThrottlingError"}
_CLASSES: dict[str, type[Error]] = {
    "TransactionConflictException": Conflict,
    "TransactionInProgressException": Conflict,
    "ProvisionedThroughputExceededException": Throttled,
    "RequestLimitExceeded": Throttled,
    "ThrottlingException": Throttled,
    "ResourceNotFoundException": NotFound,
    "ValidationException": Invalid,
    "ItemCollectionSizeLimitExceededException": Invalid,
    "IdempotentParameterMismatchException": Invalid,
}


def translated(raised: Exception) -> Error | None:
    """An error of the service as one of ours; None: it is another."""
    response = getattr(raised, "response", None)
    if not isinstance(response, dict):
        return None
    code = response.get("Error", {}).get("Code", "")
    message = response.get("Error", {}).get("Message", "")
    if code == "ConditionalCheckFailedException":
        return ConditionFailed(message, response.get("Item") or None)
    if code == "TransactionCanceledException":
        reasons = [
            Reason(each.get("Code", "None"), each.get("Message", ""), each.get("Item") or None)
            for each in response.get("CancellationReasons", [])
        ]
        return TransactionCancelled(message, reasons)
    return _CLASSES[code](message) if code in _CLASSES else None


def may_repeat(error: Error) -> bool:
    """Whether nothing was done, and the same may succeed in a moment."""
    if isinstance(error, TransactionCancelled):
        causes = {reason.code for reason in error.reasons if reason.is_cause}
        return bool(causes) and causes <= _CONTENTION
    return isinstance(error, Conflict)


class Runtime:
    def __init__(self, client: Client, table: TableSchema, options: Options) -> None:
        self.client = client
        self.table = table
        self.options = options
        self.table_name = options.table_name or table.name

    def now(self) -> dt.datetime:
        return self.options.clock()

    def now_seconds(self) -> int:
        return int(self.now().timestamp() // 1)

    def is_expired(self, item: Item, ttl_attribute: str) -> bool:
        expiry = item.get(ttl_attribute, {}).get("N") if ttl_attribute else None
        return expiry is not None and Decimal(expiry) < self.now_seconds()

    def key_of(self, item: Item) -> Item:
        return {name: item[name] for name in self.table.key if name in item}

    def identity_of(self, item: Item) -> tuple[Any, ...]:
        """Equal for equal keys."""
        key = self.key_of(item).values()
        return tuple(
            (tag, Decimal(content) if tag == "N" else content)
            for value in key
            for tag, content in value.items()
        )

    def key_text(self, item: Item) -> str:
        return "/".join(
            str(content) for value in self.key_of(item).values() for content in value.values()
        )

    @contextmanager
    def call(
        self, pattern: str, operation: str, index_name: str | None = None
    ) -> Iterator[CallReport]:
        """One call of a repository, reported at its end."""
        report = CallReport(pattern, operation, index_name)
        begin = self.options.monotonic()
        try:
            yield report
        except BaseException as error:
            report.error = error
            raise
        finally:
            if self.options.observer is not None:
                report.seconds = self.options.monotonic() - begin
                self.options.observer(report)

    def send(self, operation: str, request: dict[str, Any], report: CallReport) -> dict[str, Any]:
        """Repeats what met another transaction; boto3 has repeated all else that may be."""
        attempt = 1
        while True:
            try:
                return self.send_once(operation, request, report)
            except Error as error:
                if not may_repeat(error) or attempt >= self.options.retry.max_attempts:
                    raise
            attempt += 1
            report.retries += 1
            self.options.sleep(self.pause_before(attempt))

    def send_once(
        self, operation: str, request: dict[str, Any], report: CallReport
    ) -> dict[str, Any]:
        if self.options.observer is not None:
            request = request | {"ReturnConsumedCapacity": "TOTAL"}
        report.requests += 1
        try:
            answer: dict[str, Any] = getattr(self.client, operation)(**request)
        except Exception as raised:
            error = translated(raised)
            if error is None:
                raise
            raise error from raised
        self._count(operation, answer, report)
        return answer

    def pause_before(self, attempt: int) -> float:
        return self.options.retry.ceiling(attempt) * self.options.random()

    @staticmethod
    def _count(operation: str, answer: dict[str, Any], report: CallReport) -> None:
        consumed = answer.get("ConsumedCapacity", [])
        capacities = consumed if isinstance(consumed, list) else [consumed]
        units = sum(each.get("CapacityUnits", 0) for each in capacities)
        if operation in ("get_item", "query", "scan", "batch_get_item", "transact_get_items"):
            report.read_units += units
        else:
            report.write_units += units
