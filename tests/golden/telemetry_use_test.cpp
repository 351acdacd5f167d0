#include "keyvalue/entry_repository.hpp"
#include "keyvalue/table.hpp"
#include "ledger/invoice_repository.hpp"
#include "ledger/payment_repository.hpp"
#include "ledger/table.hpp"
#include "memory_test.hpp"
#include "social/table.hpp"
#include "social/user_repository.hpp"
#include "telemetry/message_repository.hpp"
#include "telemetry/reading_repository.hpp"
#include "telemetry/room_repository.hpp"
#include "telemetry/table.hpp"

#include <vector>

#include <gtest/gtest.h>

// Native keys, a multi-attribute index, two tables, a local index, a table without sort key.

namespace {

using keywright::Number;

class TelemetryUse : public keywright::testing::MemoryTest {
 protected:
  TelemetryUse() {
    telemetry::create_readings_table(*database_).value();
    telemetry::create_chat_table(*database_).value();
  }

  telemetry::Reading reading(std::string device, std::int64_t at) {
    telemetry::Reading result;
    result.device_id = std::move(device);
    result.at = keywright::EpochSeconds(std::chrono::seconds(at));
    result.site_id = site_;
    result.day = date("2026-01-02");
    result.celsius = *Number::parse("-3.25");
    result.flags = {"frost"};
    return result;
  }

  keywright::Uuid site_ = *keywright::Uuid::parse("123e4567-e89b-12d3-a456-426614174000");
};

TEST_F(TelemetryUse, NumericSortKeysOrderAsNumbers) {
  telemetry::ReadingRepository readings(*database_, options());
  const std::vector all{reading("00000000000a", 9), reading("00000000000a", 10),
                        reading("00000000000a", 100), reading("00000000000b", 50)};
  EXPECT_TRUE(readings.put_readings(all).value().complete());
  const auto latest = readings.latest_readings("00000000000a", {.limit = 2}).value();
  ASSERT_EQ(latest.size(), 2U);
  EXPECT_EQ(latest.items[0].at, all[2].at);
  EXPECT_EQ(latest.items[1].at, all[1].at);
  EXPECT_EQ(latest.items[0].flags, std::set<std::string>{"frost"});
  EXPECT_EQ(latest.items[0].celsius, *Number::parse("-3.25"));
  EXPECT_EQ(readings.readings_since("00000000000a", all[1].at).value().size(), 2U);
}

TEST_F(TelemetryUse, AMultiAttributeIndexNeedsNoKeyOfItsOwn) {
  telemetry::ReadingRepository readings(*database_, options());
  const std::vector all{reading("00000000000a", 9), reading("00000000000b", 5)};
  readings.put_readings(all).value();
  const auto day = readings.site_day(site_, date("2026-01-02")).value();
  ASSERT_EQ(day.size(), 2U);
  EXPECT_EQ(day.items[0].device_id, "00000000000b");
  clock_.advance(std::chrono::days(91));
  EXPECT_TRUE(readings.site_day(site_, date("2026-01-02")).value().empty());
}

TEST_F(TelemetryUse, BatchGetsFindNativeKeys) {
  telemetry::ReadingRepository readings(*database_, options());
  const std::vector all{reading("00000000000a", 9)};
  readings.put_readings(all).value();
  const std::vector<telemetry::ReadingKey> keys{{"00000000000a", all[0].at},
                                                {"00000000000c", all[0].at}};
  const auto read = readings.get_readings(keys).value();
  EXPECT_TRUE(read.items[0]);
  EXPECT_FALSE(read.items[1]);
}

TEST_F(TelemetryUse, TextPrefixesAreExplicit) {
  telemetry::RoomRepository rooms(*database_, options());
  for (const auto* name : {"tea", "team", "coffee", "te#a"}) {
    rooms.put_room({"ada", id('A'), name}).value();
  }
  EXPECT_EQ(rooms.list_rooms("ada", "tea").value().size(), 2U);
  EXPECT_EQ(rooms.list_rooms("ada", "te#").value().size(), 1U);
  EXPECT_EQ(rooms.list_rooms("ada", "x").value().size(), 0U);
}

TEST_F(TelemetryUse, TheChatHasATableOfItsOwn) {
  telemetry::MessageRepository messages(*database_, options());
  telemetry::Message message{
      id('A'), date("2026-01-02"), time("2026-01-02T00:00:00.000Z"), id('B'), "ada", "hello"};
  messages.post_message(message).value();
  EXPECT_EQ(messages
                .edit_message(message.room_id, message.day, message.sent_at, message.message_id,
                              "hello again")
                .value()
                .text,
            "hello again");
  EXPECT_EQ(messages.read_room(message.room_id, message.day).value().size(), 1U);
}

class OthersUse : public keywright::testing::MemoryTest {};

TEST_F(OthersUse, ATableWithoutSortKey) {
  keyvalue::create_table(*database_).value();
  keyvalue::EntryRepository entries(*database_, options());
  entries.write({"a", keywright::AttributeValue("one")}).value();
  entries.write({"a", keywright::AttributeValue("two")}).value();
  EXPECT_EQ(entries.read("a").value()->value, keywright::AttributeValue("two"));
  const std::vector<std::string> names{"b", "a"};
  EXPECT_EQ(entries.read_many(names).value().items[1]->name, "a");
  EXPECT_TRUE(entries.purge(names).value().complete());
  EXPECT_FALSE(entries.read("a").value());
}

TEST_F(OthersUse, TwoEntitiesFromOneIndex) {
  ledger::create_table(*database_).value();
  ledger::InvoiceRepository invoices(*database_, options());
  ledger::PaymentRepository payments(*database_, options());
  const auto day = date("2026-01-02");
  invoices.add_invoice({id('A'), day, 100}).value();
  invoices.add_invoice({id('B'), day, 200}).value();
  payments.add_payment({id('C'), day, 50}).value();
  const auto book = invoices.day_book(day).value();
  ASSERT_TRUE(book);
  EXPECT_EQ(book->invoices.size(), 2U);
  EXPECT_EQ(book->payments.size(), 1U);
}

TEST_F(OthersUse, ALocalIndexFollowsAPatch) {
  social::create_table(*database_).value();
  social::UserRepository users(*database_, options());
  users.join({"ada", std::nullopt}).value();
  for (const char last : {'A', 'B'}) users.publish({"ada", id(last), "text", 0}).value();
  users.like("ada", id('A'), 12).value();
  users.like("ada", id('B'), 5).value();
  const auto top = users.posts_by_likes("ada").value();
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top.items[0].post_id, id('A'));
  users.follow({"ada", "kim", time("2026-01-01T00:00:00.000Z")}).value();
  EXPECT_EQ(users.followers("kim").value().size(), 1U);
  EXPECT_TRUE(users.is_following("ada", "kim").value());
  users.unfollow("ada", "kim").value();
  EXPECT_FALSE(users.is_following("ada", "kim").value());
  EXPECT_EQ(users.user_page("ada").value()->posts.size(), 2U);
}

}  // namespace
