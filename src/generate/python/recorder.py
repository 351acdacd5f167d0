"""A client that answers with nothing and remembers what it was asked: for tests."""

from __future__ import annotations

from typing import Any


class Recorder:
    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, Any]]] = []
        """The name of each operation, and its request."""

    def get_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("get_item", request)

    def put_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("put_item", request)

    def update_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("update_item", request)

    def delete_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("delete_item", request)

    def query(self, **request: Any) -> dict[str, Any]:
        return self._remember("query", request) | {"Items": []}

    def scan(self, **request: Any) -> dict[str, Any]:
        return self._remember("scan", request) | {"Items": []}

    def batch_get_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("batch_get_item", request)

    def batch_write_item(self, **request: Any) -> dict[str, Any]:
        return self._remember("batch_write_item", request)

    def transact_get_items(self, **request: Any) -> dict[str, Any]:
        empty: list[dict[str, Any]] = [{} for _ in request["TransactItems"]]
        return self._remember("transact_get_items", request) | {"Responses": empty}

    def transact_write_items(self, **request: Any) -> dict[str, Any]:
        return self._remember("transact_write_items", request)

    def _remember(self, operation: str, request: dict[str, Any]) -> dict[str, Any]:
        self.requests.append((operation, request))
        return {}
