"""The expressions of writes, and their failures in words."""

from __future__ import annotations

from typing import Any

from .errors import OWNER_ATTRIBUTE, ConditionFailed
from .expressions import Names, Values, expression_members
from .patterns import Precondition
from .runtime import Runtime
from .values import AttributeValue, Item
from .writes import Action, Delete, Guard, Put, Update, Write


def _needs_item(guard: Guard) -> bool:
    """Whether nothing but a stored item can hold the value."""
    return guard.value is not None and not guard.or_absent


def _is_parenthesised(text: str) -> bool:
    """Whether the whole text stands in one pair of parentheses."""
    depth = 0
    for position, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return position > 0 and position == len(text) - 1
    return False


class WriteExpressions:
    """The expressions of one write. The user's own placeholders come first, so that those made here
    keep clear of them."""

    def __init__(self, runtime: Runtime, write: Write) -> None:
        self.runtime = runtime
        self.write = write
        self.names = Names(write.pattern.aliases)
        self.values = Values()
        self.condition = ""
        if write.condition is not None:
            self.names.add_all_of(write.condition.expression)
            self.values.entries.update(write.condition.values)

    def now(self) -> str:
        return self.values.add("now", {"N": str(self.runtime.now_seconds())})

    def members(self) -> dict[str, Any]:
        """What a request takes of it."""
        members = expression_members(self.names, self.values)
        if self.condition:
            members["ConditionExpression"] = self.condition
            members["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        return members

    def write_condition(self) -> None:
        write = self.write
        if isinstance(write, Update):
            terms = self._update_terms(write)
        else:
            terms = self._put_terms()
        further = self._further()
        if len(terms) + bool(further) > 1 and terms and " OR " in terms[0]:
            # DynamoDB refuses superfluous parentheses, so they go only round what would fall apart.
            terms[0] = terms[0] if _is_parenthesised(terms[0]) else f"({terms[0]})"
        if further:
            is_bare = not terms or _is_parenthesised(further)
            terms.append(further if is_bare else f"({further})")
        self.condition = " AND ".join(terms)

    def _put_terms(self) -> list[str]:
        pattern, guards = self.write.pattern, self.write.guards
        ttl = pattern.ttl_attribute
        terms: list[str] = []
        if pattern.precondition is Precondition.ABSENT:
            absent = f"attribute_not_exists({self.names.of(self.runtime.table.partition_key)})"
            terms.append(f"{absent} OR {self.names.of(ttl)} < {self.now()}" if ttl else absent)
        if pattern.precondition is Precondition.PRESENT:
            terms.append(self._present())
        # What has expired counts as absent: no item with the values asked for, and one without.
        is_wanted = self._needs_item()
        if is_wanted:
            terms += self._not_expired(ttl)
        return terms + [self._guard(guard, "" if is_wanted else ttl) for guard in guards]

    def _needs_item(self) -> bool:
        write, precondition = self.write, self.write.pattern.precondition
        if precondition is Precondition.PRESENT or any(map(_needs_item, write.guards)):
            return True
        condition = write.condition if precondition is Precondition.NONE else None
        return condition is not None and not condition.accepts_absent

    def _further(self) -> str:
        """The condition of the pattern itself; a put or a deletion that may meet no item may meet
        one that has expired."""
        write = self.write
        if write.condition is None:
            return ""
        further, ttl = write.condition.expression, write.pattern.ttl_attribute
        is_whole = ttl and not isinstance(write, Update)
        if not is_whole or not write.condition.accepts_absent or self._needs_item():
            return further
        return f"{further} OR {self.names.of(ttl)} < {self.now()}"

    def _update_terms(self, update: Update) -> list[str]:
        terms: list[str] = []
        if update.states.names:
            states = [self.values.add("from", {"S": name}) for name in update.states.names]
            name = self.names.of(update.states.attribute)
            is_one = len(states) == 1
            terms.append(f"{name} = {states[0]}" if is_one else f"{name} IN ({', '.join(states)})")
        elif update.pattern.precondition is Precondition.PRESENT:
            terms.append(self._present())
        terms += self._not_expired(update.pattern.ttl_attribute)
        return terms + [self._guard(guard, "") for guard in update.guards]

    def _present(self) -> str:
        return f"attribute_exists({self.names.of(self.runtime.table.partition_key)})"

    def _not_expired(self, ttl_attribute: str) -> list[str]:
        if not ttl_attribute:
            return []
        ttl = self.names.of(ttl_attribute)
        return [f"(attribute_not_exists({ttl}) OR {ttl} >= {self.now()})"]

    def _guard(self, guard: Guard, or_expired: str) -> str:
        name = self.names.of(guard.attribute)
        choices: list[str] = []
        if guard.or_absent or guard.value is None:
            choices.append(f"attribute_not_exists({name})")
            if or_expired:
                choices.append(f"{self.names.of(or_expired)} < {self.now()}")
        if guard.value is not None:
            choices.append(f"{name} = {self.values.add(f'stored_{guard.attribute}', guard.value)}")
        return choices[0] if len(choices) == 1 else f"({' OR '.join(choices)})"


def conditional(runtime: Runtime, write: Put | Delete) -> dict[str, Any]:
    """The condition of a put or a deletion, as members of its request."""
    expressions = WriteExpressions(runtime, write)
    expressions.write_condition()
    return expressions.members()


def expressions_of(runtime: Runtime, update: Update) -> dict[str, Any]:
    """Condition and UpdateExpression, as members of a request."""
    expressions = WriteExpressions(runtime, update)
    expressions.write_condition()
    sections: dict[str, list[str]] = {"SET": [], "REMOVE": [], "ADD": []}
    for step in update.steps:
        name = expressions.names.of(step.attribute)
        if step.value is None:
            sections["REMOVE"].append(name)
            continue
        value = expressions.values.add(step.attribute, step.value)
        if step.action is Action.SET_IF_ABSENT:
            sections["SET"].append(f"{name} = if_not_exists({name}, {value})")
        elif step.action is Action.SET:
            sections["SET"].append(f"{name} = {value}")
        else:
            sections["ADD"].append(f"{name} {value}")
    text = " ".join(f"{word} {', '.join(each)}" for word, each in sections.items() if each)
    members = expressions.members()
    return members | {"UpdateExpression": text} if text else members


def if_expired(runtime: Runtime, update: Update) -> dict[str, Any]:
    """The condition under which an item makes way for an update that may create it."""
    names, values = Names({}), Values()
    ttl = names.of(update.pattern.ttl_attribute)
    now = values.add("now", {"N": str(runtime.now_seconds())})
    return expression_members(names, values) | {"ConditionExpression": f"{ttl} < {now}"}


def meets_expired(runtime: Runtime, update: Update, stored: Item | None) -> bool:
    """Whether an update that may create its item met one that has expired, which counts as absent."""
    pattern = update.pattern
    may_create = pattern.precondition is Precondition.NONE and not update.states.names
    return may_create and stored is not None and runtime.is_expired(stored, pattern.ttl_attribute)


def if_free(runtime: Runtime, owner: AttributeValue, ttl_attribute: str) -> dict[str, Any]:
    """The condition of a sentinel: nobody has the value, or one that has expired, or its owner."""
    names, values = Names({}), Values()
    condition = f"attribute_not_exists({names.of(runtime.table.partition_key)})"
    if ttl_attribute:
        now = values.add("now", {"N": str(runtime.now_seconds())})
        condition += f" OR {names.of(ttl_attribute)} < {now}"
    condition += f" OR {names.of(OWNER_ATTRIBUTE)} = {values.add('owner', owner)}"
    return expression_members(names, values) | {
        "ConditionExpression": condition,
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def if_anothers(runtime: Runtime, owner: AttributeValue) -> dict[str, Any]:
    """The condition of a sentinel whose value is another item's, and so not given back."""
    names, values = Names({}), Values()
    key = names.of(runtime.table.partition_key)
    other = f"{names.of(OWNER_ATTRIBUTE)} <> {values.add('owner', owner)}"
    return expression_members(names, values) | {
        "ConditionExpression": f"attribute_exists({key}) AND {other}"
    }


# Failed conditions in words
# --------------------------------------------------------------------------


def _misfit(write: Write, key: str, stored: Item) -> str:
    """The first stored value that is not the one asked for; empty if all are."""
    for guard in write.guards:
        value = stored.get(guard.attribute)
        if value == guard.value or (value is None and guard.or_absent):
            continue
        if not guard.is_version or guard.value is None:
            return f"the {guard.attribute} of {key} is not the one given"
        found = (value or {}).get("N", "0")
        wanted = guard.value["N"]
        words = f"the {guard.attribute} of {key} is {found}, not {wanted}"
        return f"{words}: it was written since it was read"
    return ""


def explained(runtime: Runtime, write: Write, item: Item | None) -> ConditionFailed:
    """Why the condition of a write failed, with the item as it stands."""
    pattern = write.pattern
    key = runtime.key_text(write.key)
    if item is not None and runtime.is_expired(item, pattern.ttl_attribute):
        item = None
    states = write.states if isinstance(write, Update) and write.states.names else None
    must_exist = (
        states is not None
        or pattern.precondition is Precondition.PRESENT
        or any(map(_needs_item, write.guards))
    )
    if item is None and must_exist:
        return ConditionFailed(f"{pattern.name}: there is no item {key}")
    state = (item or {}).get(states.attribute, {}).get("S", "missing") if states else ""
    if states and state not in states.names:
        wanted = " or ".join(states.names)
        text = f"the {states.attribute} of {key} is {state}, not {wanted}"
    elif item is not None and pattern.precondition is Precondition.ABSENT:
        text = f"there is already an item {key}"
    else:
        text = (item is not None and _misfit(write, key, item)) or (
            f"the condition on the item {key} does not hold"
        )
    return ConditionFailed(f"{pattern.name}: {text}", item)
