"""The generated Python of telemetry.model.yaml, on a server that enforces the model: native keys,
numbers among them, keys of several attributes, two tables."""

import datetime as dt
import unittest
from decimal import Decimal
from uuid import UUID

from python_case import ULIDS, ServedCase, moment
from telemetry import Message, MessageRepository, Reading, ReadingKey, ReadingRepository, Room
from telemetry import RoomRepository, kw

SITE = UUID("0190163d-8694-739b-aea5-966c26f8ad91")
DAY = dt.date(2026, 1, 1)


def reading(minute, device="0123456789ab"):
    return Reading(device_id=device, at=moment(f"2026-01-01T00:{minute:02}:00"), site_id=SITE,
                   day=DAY, celsius=Decimal("20.5") + minute, volts=None, flags={"a"},
                   expires_at=moment("2099-01-01T00:00:00"))


class TelemetryTest(ServedCase):
    def test_readings(self):
        repository = ReadingRepository(self.client)
        readings = [reading(minute) for minute in range(9)]
        self.assertEqual(repository.put_readings(readings).written, 9)
        device = readings[0].device_id
        latest = repository.latest_readings(device, limit=2)
        self.assertEqual(latest.items, readings[:6:-1])
        rest = repository.latest_readings(device, limit=100, cursor=latest.next_cursor)
        self.assertEqual(rest.items, readings[6::-1])
        self.assertEqual(repository.readings_since(device, readings[7].at).items, readings[7:])
        rows = list(repository.each_site_day(SITE, DAY))
        self.assertEqual([row.at for row in rows], [each.at for each in readings])
        self.assertEqual(rows[0].celsius, Decimal("20.5"))
        keys = [ReadingKey(device, readings[3].at), ReadingKey(device, moment("2030-01-01T00:00:00"))]
        self.assertEqual(repository.get_readings(keys).items, [readings[3], None])
        late = kw.Options(clock=lambda: moment("2099-06-01T00:00:00"))
        self.assertEqual(ReadingRepository(self.client, late).latest_readings(device).items, [])

    def test_many_expired_readings_take_few_requests(self):
        device = "00000000000a"
        repository = ReadingRepository(self.client)
        readings = [reading(minute, device) for minute in range(60)]
        for old in readings[:50]:
            old.expires_at = moment("2098-01-01T00:00:00")
        for each in readings:
            each.day = dt.date(2026, 1, 2)
        self.assertEqual(repository.put_readings(readings).written, 60)
        reports = []
        late = kw.Options(clock=lambda: moment("2098-06-01T00:00:00"), observer=reports.append)
        repository = ReadingRepository(self.client, late)
        seen, cursor = [], None
        while True:
            page = repository.readings_since(device, readings[0].at, limit=3, cursor=cursor)
            self.assertLessEqual(len(page.items), 3)
            seen += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        self.assertEqual(seen, readings[50:])
        # 3, 6, 12, 24: and 48 would have more of the living than are wanted.
        self.assertLessEqual(reports[0].requests, 6)

    def test_a_larger_page_may_end_with_expired_readings(self):
        device = "00000000000b"
        readings = [reading(minute, device) for minute in range(12)]
        for each in readings:
            each.day = dt.date(2026, 1, 3)
        for old in readings[:3] + readings[6:10]:
            old.expires_at = moment("2098-01-01T00:00:00")
        self.assertEqual(ReadingRepository(self.client).put_readings(readings).written, 12)
        late = kw.Options(clock=lambda: moment("2098-06-01T00:00:00"))
        repository = ReadingRepository(self.client, late)
        page = repository.readings_since(device, readings[0].at, limit=3)
        self.assertEqual(page.items, readings[3:6])
        page = repository.readings_since(device, readings[0].at, limit=3, cursor=page.next_cursor)
        self.assertEqual(page.items, readings[10:])

    def test_messages_and_rooms(self):
        messages = MessageRepository(self.client)
        sent = [Message(room_id=ULIDS[0], day=DAY, sent_at=moment(f"2026-01-01T00:00:0{second}"),
                        message_id=ULIDS[second], author="ada", text=str(second))
                for second in range(4)]
        for message in sent:
            messages.post_message(message)
        self.assertRaises(kw.ConditionFailed, messages.post_message, sent[0])
        self.assertEqual(messages.read_room(ULIDS[0], DAY).items, sent[::-1])
        edited = messages.edit_message(ULIDS[0], DAY, sent[1].sent_at, sent[1].message_id, "new")
        self.assertEqual(edited.text, "new")
        rooms = RoomRepository(self.client)
        for number, name in enumerate(["alpha", "alphabet", "beta", "al#pha"]):
            rooms.put_room(Room(owner="ada", room_id=ULIDS[number], room_name=name))
        self.assertEqual([room.room_name for room in rooms.list_rooms("ada", "alpha").items],
                         ["alpha", "alphabet"])
        self.assertEqual([room.room_name for room in rooms.list_rooms("ada", "al#").items],
                         ["al#pha"])

    @classmethod
    def tearDownClass(cls):
        unasked = {name for name, count in cls.counts().items() if count == 0}
        assert not unasked, unasked


if __name__ == "__main__":
    unittest.main()
