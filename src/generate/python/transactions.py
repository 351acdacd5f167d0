"""Several writes that are made together or not at all, with what keeps values unique; and reads as
of one moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from .conditions import (
    conditional,
    explained,
    expressions_of,
    if_anothers,
    if_expired,
    if_free,
    meets_expired,
)
from .entities import Entity
from .errors import (
    OWNER_ATTRIBUTE,
    SENTINEL_SORT,
    ConditionFailed,
    Error,
    Invalid,
    Reason,
    TransactionCancelled,
)
from .keys import Key
from .options import CallReport
from .patterns import GetPattern, WritePattern
from .runtime import Runtime
from .sizes import item_size
from .values import AttributeValue, Item
from .writes import Delete, Put, Update, Write

T = TypeVar("T")

MAX_OPERATIONS = 100
MAX_TRANSACTION_SIZE = 4 * 1024 * 1024


@dataclass(slots=True)
class Sentinel:
    """The item that keeps a value unique: it names the owner of the value, and expires when that
    does.
    """

    rule: str
    key: AttributeValue
    claims: bool
    owner: int
    anothers: bool = False  # of a value to be given back: another item has it


class WriteTransaction:
    """One TransactWriteItems: at most 100 operations, one per item."""

    def __init__(self, pattern: WritePattern, *, of_steps: bool = False) -> None:
        self.pattern = pattern
        self.of_steps = of_steps
        self.operations: list[Write] = []
        self.sentinels: list[Sentinel] = []
        self.leading: int | None = None

    def add(self, write: Write) -> None:
        self.operations.append(write)

    def put(self, entity: Entity[Any], item: Item) -> None:
        """An item that replaces what is there."""
        self.add(Put(WritePattern(name=self.pattern.name), entity, item))

    def lead(self, update: Update) -> None:
        """The update that the others accompany: if its condition fails, that is the error of the
        whole, ConditionFailed and not TransactionCancelled."""
        self.leading = len(self.operations)
        self.add(update)

    # Values that no two items of an entity may have. Both are of the item that was written last. A
    # value that is released and claimed by one item costs nothing, unless its time changes.

    def claim(self, rule: str, value: AttributeValue) -> None:
        self.sentinels.append(Sentinel(rule, value, True, len(self.operations) - 1))

    def release(self, rule: str, value: AttributeValue) -> None:
        self.sentinels.append(Sentinel(rule, value, False, len(self.operations) - 1))

    def needed_sentinels(self) -> list[Sentinel]:
        """Without those that an item gives back and takes again."""
        needed: list[Sentinel] = []
        for sentinel in self.sentinels:
            same = next(
                (
                    other
                    for other in needed
                    if (other.owner, other.rule, other.key)
                    == (sentinel.owner, sentinel.rule, sentinel.key)
                    and other.claims is not sentinel.claims
                ),
                None,
            )
            if same is None:
                needed.append(
                    Sentinel(sentinel.rule, sentinel.key, sentinel.claims, sentinel.owner)
                )
            elif _changes_expiry(self.operations[sentinel.owner]):
                same.claims = True
            else:
                needed.remove(same)
        return needed


def _changes_expiry(write: Write) -> bool:
    """Whether the write says anew when its item expires."""
    ttl = write.pattern.ttl_attribute
    if not ttl or not isinstance(write, Update):
        return bool(ttl)
    return any(step.attribute == ttl for step in write.steps)


def _expiry_of(write: Write) -> AttributeValue | None:
    """When the item of a write expires, as far as the write says."""
    ttl = write.pattern.ttl_attribute
    if not ttl:
        return None
    if isinstance(write, Put):
        return write.item.get(ttl)
    if isinstance(write, Update):
        for step in write.steps:
            if step.attribute == ttl:
                return step.value
        for guard in write.guards:
            if guard.attribute == ttl:
                return guard.value
    return None


class WriteRun:
    """One transaction under way."""

    def __init__(self, runtime: Runtime, transaction: WriteTransaction, report: CallReport) -> None:
        self.runtime = runtime
        self.transaction = transaction
        self.operations = transaction.operations
        self.sentinels = transaction.needed_sentinels()
        self.report = report

    def run(self) -> None:
        self._check()
        while True:
            requests = [self._request_of(write) for write in self.operations]
            requests += [self._request_of_sentinel(each) for each in self.sentinels]
            request = {"TransactItems": requests, "ClientRequestToken": secrets.token_hex(16)}
            try:
                self.runtime.send("transact_write_items", request, self.report)
                self.report.items += len(self.operations)
                return
            except TransactionCancelled as cancelled:
                if not self._make_way(cancelled):
                    raise self._explained(cancelled) from cancelled.__cause__

    def _check(self) -> None:
        """What DynamoDB would refuse as a whole: too many, too much, or an item twice."""
        name = self.transaction.pattern.name
        items = [write.key for write in self.operations]
        items += [self._sentinel_key(sentinel) for sentinel in self.sentinels]
        if not self.operations or len(items) > MAX_OPERATIONS:
            raise Invalid(
                f"{name}: a transaction has 1 to {MAX_OPERATIONS} operations, not {len(items)}"
            )
        seen: dict[Any, int] = {}
        for position, item in enumerate(items):
            earlier = seen.setdefault(self.runtime.identity_of(item), position)
            if earlier != position:
                raise Invalid(
                    f"{name}: operations {earlier} and {position} of the transaction are both on "
                    f"the item {self.runtime.key_text(item)}"
                )
        size = sum(map(item_size, items))
        if size > MAX_TRANSACTION_SIZE:
            raise Invalid(
                f"{name}: the items of the transaction have {size} bytes; together they can have "
                f"{MAX_TRANSACTION_SIZE}"
            )

    def _request_of(self, write: Write) -> dict[str, Any]:
        table = {"TableName": self.runtime.table_name}
        if isinstance(write, Update):
            members = expressions_of(self.runtime, write)
            # An update that changes nothing still asks what it asks.
            changes = "UpdateExpression" in members
            return {"Update" if changes else "ConditionCheck": table | {"Key": write.key} | members}
        if isinstance(write, Delete):
            return {"Delete": table | {"Key": write.key} | conditional(self.runtime, write)}
        assert isinstance(write, Put)
        return {"Put": table | {"Item": write.item} | conditional(self.runtime, write)}

    def _sentinel_key(self, sentinel: Sentinel) -> Key:
        key = {self.runtime.table.partition_key: sentinel.key}
        if self.runtime.table.sort_key:
            key[self.runtime.table.sort_key] = {"S": SENTINEL_SORT}
        return key

    def _request_of_sentinel(self, sentinel: Sentinel) -> dict[str, Any]:
        write = self.operations[sentinel.owner]
        owner = {"L": list(self.runtime.key_of(write.key).values())}
        key = self._sentinel_key(sentinel)
        ttl = write.pattern.ttl_attribute
        table = {"TableName": self.runtime.table_name}
        if sentinel.anothers:
            return {"ConditionCheck": table | {"Key": key} | if_anothers(self.runtime, owner)}
        if not sentinel.claims:
            return {"Delete": table | {"Key": key} | if_free(self.runtime, owner, "")}
        item: Item = key | {OWNER_ATTRIBUTE: owner}
        expiry = _expiry_of(write)
        if expiry is not None:
            item[ttl] = expiry
        return {"Put": table | {"Item": item} | if_free(self.runtime, owner, ttl)}

    def _make_way(self, cancelled: TransactionCancelled) -> bool:
        """Takes away what need not stand in the way: expired items before updates that may create
        them; and asks of values that were to be given back, and are another's, only that they are
        (or the reverse). False: there is more."""
        first = len(self.operations)
        if len(cancelled.reasons) != first + len(self.sentinels):
            return False
        expired: list[Update] = []
        foreign: list[Sentinel] = []
        for position, reason in enumerate(cancelled.reasons):
            if not reason.is_cause:
                continue
            if reason.code != "ConditionalCheckFailed":
                return False
            write = self.operations[position] if position < first else None
            if isinstance(write, Update) and meets_expired(self.runtime, write, reason.item):
                expired.append(write)
            elif position >= first and not self.sentinels[position - first].claims:
                foreign.append(self.sentinels[position - first])
            else:
                return False
        for update in expired:
            delete_expired(self.runtime, update, self.report)
        for sentinel in foreign:
            sentinel.anothers = not sentinel.anothers
        return bool(expired or foreign)

    def _explained(self, cancelled: TransactionCancelled) -> Error:
        """A reason for each operation, with what its sentinels met. The reason of the only one, or
        of the leading one, is the error itself.
        """
        first = len(self.operations)
        if len(cancelled.reasons) != first + len(self.sentinels):
            return cancelled
        reasons = [
            self._explain(write, reason)
            for write, reason in zip(self.operations, cancelled.reasons)
        ]
        for sentinel, reason in zip(self.sentinels, cancelled.reasons[first:]):
            if not sentinel.claims and reason.code == "ConditionalCheckFailed":
                continue  # That a value is another's is no reason not to give it back.
            if not reasons[sentinel.owner].is_cause and reason.is_cause:
                reasons[sentinel.owner] = self._explain_sentinel(sentinel, reason)
        is_alone = first == 1 and not self.transaction.of_steps
        leading = reasons[self.transaction.leading or 0]
        leads = is_alone or self.transaction.leading is not None
        if leads and leading.code == "ConditionalCheckFailed":
            item = leading.item if leading.taken is None else None
            return ConditionFailed(leading.message, item, reasons)
        causes = "; ".join(each.message or each.code for each in reasons if each.is_cause)
        name = self.transaction.pattern.name
        return TransactionCancelled(f"{name}: nothing was written: {causes}", reasons)

    def _explain(self, write: Write, reason: Reason) -> Reason:
        if reason.code != "ConditionalCheckFailed":
            return reason
        error = explained(self.runtime, write, reason.item)
        return Reason(reason.code, str(error), error.item)

    def _explain_sentinel(self, sentinel: Sentinel, reason: Reason) -> Reason:
        if reason.code != "ConditionalCheckFailed":
            return reason
        write = self.operations[sentinel.owner]
        key = self.runtime.key_text(write.key)
        message = f"{write.pattern.name}: another item has the {sentinel.rule} of {key}"
        return Reason(reason.code, message, reason.item)


def delete_expired(runtime: Runtime, update: Update, report: CallReport) -> None:
    """Deletes the item if it is still expired; that it is not, or is not there, is no failure."""
    request = {"TableName": runtime.table_name, "Key": update.key}
    try:
        runtime.send("delete_item", request | if_expired(runtime, update), report)
    except ConditionFailed:
        pass


# Reasons of a cancellation, by step
# ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StepReason(Generic[T]):
    """Why a transaction was cancelled, as one of its steps sees it."""

    reason: Reason
    entity: Entity[T]

    @property
    def is_cause(self) -> bool:
        return self.reason.is_cause

    @property
    def condition_failed(self) -> bool:
        return self.reason.condition_failed

    @property
    def taken(self) -> str | None:
        return self.reason.taken

    def stored(self) -> T | None:
        """The item as it stands; None if there is none, or that was not the reason."""
        if not self.condition_failed or self.reason.item is None:
            return None
        return self.entity.read(self.reason.item)


def step_reason(error: TransactionCancelled, position: int, entity: Entity[T]) -> StepReason[T]:
    """Of the write at that position, counted from the end if negative."""
    known = -len(error.reasons) <= position < len(error.reasons)
    return StepReason(error.reasons[position] if known else Reason(), entity)


def step_reasons(
    error: TransactionCancelled, before: int, after: int, entity: Entity[T]
) -> list[StepReason[T]]:
    """Of all writes but those at both ends."""
    reasons = error.reasons[before : len(error.reasons) - after]
    return [StepReason(reason, entity) for reason in reasons]


# Reads
# -----------------------------------------------------------------------------------------------


class Read(NamedTuple):
    pattern: GetPattern
    key: Key
    read: Callable[[Item], None]


class Got(Generic[T]):
    """What a get of a transaction found, once that was made."""

    def __init__(self, entity: Entity[T]) -> None:
        self.entity = entity
        self.item: T | None = None

    def read(self, item: Item) -> None:
        self.item = self.entity.read(item)


class ReadTransaction:
    """One TransactGetItems."""

    def __init__(self, pattern: GetPattern) -> None:
        self.pattern = pattern
        self.reads: list[Read] = []

    def get(self, pattern: GetPattern, entity: Entity[T], key: Key) -> Got[T]:
        got = Got(entity)
        self.reads.append(Read(pattern, key, got.read))
        return got
