"""The generated Python of writes.model.yaml, on a server that enforces the model: writes at their
edges."""

import dataclasses
import datetime as dt
import unittest

import writes
from python_case import ADA, BOB, ServedCase, moment
from writes import Badge, Hits, Locker, Reading, Receipt, Ticket, TicketState, User, kw


class WritesTest(ServedCase):
    def test_users(self):
        users = writes.UserRepository(self.client)
        due = moment("2026-01-01T00:00:00")
        user = User(team="red", user_id=ADA, title="t", born=due)
        users.put_user(user)
        self.assertEqual(users.users_by_due("red").items, [])
        self.assertEqual(users.edit_user("red", ADA, due=due).due, due)
        self.assertEqual([each.due for each in users.users_by_due("red").items], [due])
        self.assertEqual(users.edit_user("red", ADA, title="u").due, due)
        self.assertIsNone(users.edit_user("red", ADA, due=kw.REMOVE, nick="n").due)
        self.assertEqual(users.users_by_due("red").items, [])
        users.set_due("red", ADA, due=due)
        self.assertEqual(len(users.users_by_due("red").items), 1)
        users.set_due("red", ADA, due=None)
        self.assertEqual(users.users_by_due("red").items, [])
        later = dataclasses.replace(user, born=moment("2030-01-01T00:00:00"), due=due)
        self.assertEqual(users.replace_user(later).born, due)
        self.assertEqual(users.write_user(dataclasses.replace(later, hits=3)).hits, 3)
        self.assertEqual(users.raise_("red", ADA, 4, 9).hits, 9)
        lost = self.refusal(kw.ConditionFailed, users.raise_, "red", ADA, 4, 10)
        self.assertEqual(lost.stored(writes.USER).hits, 9)
        users.replace_if(user, 10)
        self.assertRaises(kw.ConditionFailed, users.replace_if, user, 0)
        self.assertEqual(users.get_user("red", ADA), user)
        fresh = dataclasses.replace(user, user_id=BOB)
        self.assertEqual(users.write_user(fresh), fresh)

    def test_tickets_enter_the_index_when_they_are_urgent(self):
        tickets = writes.TicketRepository(self.client)
        opened = moment("2026-01-01T00:00:00")
        ticket = Ticket(ticket_id=ADA, team="red", opened_at=opened, priority=1, votes=1)
        tickets.put_ticket(ticket)
        self.assertEqual(tickets.urgent("red").items, [])
        tickets.triage(ADA, "red", opened, priority=3, votes=10)
        self.assertEqual([each.votes for each in tickets.urgent("red").items], [10])
        tickets.triage(ADA, "red", opened, priority=3, votes=9)
        self.assertEqual(tickets.urgent("red").items, [])
        self.assertRaises(kw.ConditionFailed, tickets.triage, ADA, "blue", opened, priority=3,
                          votes=9)
        closed = tickets.close(ADA, reason="done", note=None)
        self.assertEqual((closed.state, closed.reason), (TicketState.CLOSED, "done"))

    def test_half_a_key_is_never_stored(self):
        badges = writes.BadgeRepository(self.client)
        badges.put_badge(Badge(badge_id=ADA, region="north"))
        badges.move_badge(ADA, None, None, "south")
        key = {"pk": {"S": f"BADGE#{ADA}"}, "sk": {"S": "BADGE"}}
        stored = self.client.get_item(TableName="writes", Key=key)["Item"]
        self.assertEqual(set(stored), {"pk", "sk", "_type", "badge_id", "region"})
        badges.grade_badge(ADA, "south", tier="gold")
        badges.lend_badge(ADA, "south", holder="ada")
        badges.move_badge(ADA, "gold", "ada", "west")
        self.assertEqual([each.region for each in badges.badges_by_tier("gold").items], ["west"])
        self.assertEqual([each.region for each in badges.badges_by_holder("ada").items], ["west"])
        badges.grade_badge(ADA, "west", tier=None)
        badges.lend_badge(ADA, "west", holder=None)
        stored = self.client.get_item(TableName="writes", Key=key)["Item"]
        self.assertEqual(set(stored), {"pk", "sk", "_type", "badge_id", "region"})

    def test_hits_and_readings(self):
        hits = writes.HitsRepository(self.client)
        hit = Hits(page="home", hits=1, since=moment("2026-01-01T00:00:00"))
        self.assertEqual(hits.count(hit).hits, 1)
        self.assertEqual(hits.count(hit).hits, 2)
        left = hits.get_hits("home").gone_at - dt.datetime.now(dt.timezone.utc)
        self.assertLess(left, dt.timedelta(hours=1))
        readings = writes.ReadingRepository(self.client)
        reading = Reading(device="d", at=moment("2026-01-01T00:00:00"), site="s", kind="k", value=2)
        readings.put_reading(reading)
        readings.put_reading(dataclasses.replace(reading, device="e", value=10))
        self.assertEqual(readings.calibrate("d", reading.at, 11).value, 11)
        self.assertEqual([each.value for each in readings.readings_of("s", "k").items], [11, 10])

    def test_what_has_expired_is_not_there(self):
        hits = writes.HitsRepository(self.client)
        now = dt.datetime.now(dt.timezone.utc)
        page = Hits(page="old", hits=2, since=now)
        hits.begin_hits(page, 2)
        self.assertRaises(kw.ConditionFailed, hits.begin_hits, page, 2)
        hits.reset_hits(page, 5)
        self.assertRaises(kw.ConditionFailed, hits.drop_hits, "old", 2)
        self.assertRaises(kw.ConditionFailed, hits.forget_hits, "old", 2)
        later = now + dt.timedelta(hours=2)
        hits = writes.HitsRepository(self.client, kw.Options(clock=lambda: later))
        lost = self.refusal(kw.ConditionFailed, hits.reset_hits, page, 5)
        self.assertIsNone(lost.item)
        self.assertRaises(kw.ConditionFailed, hits.forget_hits, "old", 5)
        hits.drop_hits("old", 2)
        hits.begin_hits(page, 2)
        self.assertEqual(hits.get_hits("old").hits, 2)

    def test_what_is_put_beside_a_move(self):
        lockers = writes.LockerRepository(self.client)
        lockers.put_locker(Locker(locker_id=BOB))
        receipt = Receipt(locker_id=BOB, text="taken")
        lockers.take(BOB, receipt=receipt)
        lockers.release(BOB)
        self.assertRaises(kw.TransactionCancelled, lockers.take, BOB, receipt=receipt)
        later = dt.datetime.now(dt.timezone.utc) + dt.timedelta(hours=2)
        lockers = writes.LockerRepository(self.client, kw.Options(clock=lambda: later))
        self.assertIsNone(lockers.get_receipt(BOB))
        lockers.take(BOB, receipt=receipt)
        self.assertEqual(lockers.get_receipt(BOB).written, 1)
        lockers.release(BOB)
        lockers.scrap(BOB)
        self.assertEqual(lockers.get_locker(BOB).state, writes.LockerState.GONE)

    @classmethod
    def tearDownClass(cls):
        unasked = {name for name, count in cls.counts().items() if count == 0}
        assert not unasked, unasked


if __name__ == "__main__":
    unittest.main()
