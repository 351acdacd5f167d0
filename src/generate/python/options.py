"""What a repository may be told at its making; everything has a default."""

from __future__ import annotations

import datetime as dt
import random
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

_PROCESS_SECRET = secrets.token_bytes(32)

Operation: TypeAlias = Callable[..., Any]


class Client(Protocol):
    """What is used of `boto3.client("dynamodb")`."""

    @property
    def get_item(self) -> Operation: ...
    @property
    def put_item(self) -> Operation: ...
    @property
    def update_item(self) -> Operation: ...
    @property
    def delete_item(self) -> Operation: ...
    @property
    def query(self) -> Operation: ...
    @property
    def scan(self) -> Operation: ...
    @property
    def batch_get_item(self) -> Operation: ...
    @property
    def batch_write_item(self) -> Operation: ...
    @property
    def transact_get_items(self) -> Operation: ...
    @property
    def transact_write_items(self) -> Operation: ...


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential backoff with full jitter, for conflicts and for the rest of a batch.

    Throttling and lost connections are repeated by boto3 itself, as its configuration says.
    """

    max_attempts: int = 8
    base_delay: float = 0.025
    max_delay: float = 2.0

    def ceiling(self, attempt: int) -> float:
        """The longest pause before attempt 2, 3 ..: a random part of it is taken."""
        return float(min(self.max_delay, self.base_delay * 2 ** min(attempt - 2, 62)))


@dataclass(slots=True)
class CallReport:
    """What one call of a repository did."""

    pattern: str
    operation: str
    index_name: str | None = None
    requests: int = 0
    retries: int = 0
    items: int = 0
    unreadable: int = 0
    read_units: float = 0
    write_units: float = 0
    seconds: float = 0
    error: BaseException | None = None

    def add_requests(self, other: CallReport) -> None:
        """Those that were sent beside, perhaps by another thread."""
        self.requests += other.requests
        self.retries += other.retries
        self.read_units += other.read_units
        self.write_units += other.write_units


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a repository works. One object may serve many repositories, from many threads."""

    table_name: str | None = None
    """None: the model's."""
    cursor_secret: bytes = _PROCESS_SECRET
    """Signs cursors. Servers that share cursors need the same one, C++ ones too."""
    skip_unreadable: bool = False
    """Leave out, and count, items that do not read as their entity, instead of raising."""
    observer: Callable[[CallReport], None] | None = None
    """Called at the end of each call. Without it, consumed capacity is not even asked for."""
    executor: Executor | None = None
    """Sends the chunks of a batch, and reads shards, several at a time. None: one by one."""
    retry: RetryPolicy = RetryPolicy()
    clock: Callable[[], dt.datetime] = field(default=lambda: dt.datetime.now(dt.timezone.utc))
    """Decides what has expired."""
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random
