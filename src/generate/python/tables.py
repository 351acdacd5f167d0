"""Tables, for tests and for first steps; in production they are made by what makes the rest."""

from __future__ import annotations

from typing import Any


def create_table(client: Any, definition: dict[str, Any], ttl_attribute: str | None = None) -> None:
    """Creates a table, waits until it is there, and turns on its time-to-live."""
    client.create_table(**definition)
    name = definition["TableName"]
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    if ttl_attribute is not None:
        specification = {"AttributeName": ttl_attribute, "Enabled": True}
        client.update_time_to_live(TableName=name, TimeToLiveSpecification=specification)
