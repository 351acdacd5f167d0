#include "memory_test.hpp"
#include "rooms/room_repository.hpp"
#include "rooms/table.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace {

using namespace std::chrono_literals;
using keywright::ErrorCode;
using keywright::Timestamp;
using testing::ElementsAre;
using testing::IsEmpty;

class RoomsUse : public keywright::testing::MemoryTest {
 protected:
  RoomsUse() {
    rooms::create_table(*database_).value();
    rooms_.open_room({.room_id = "r1", .title = "one"}).value();
    for (const auto* user : {"ann", "bob"}) {
      rooms_.join({.room_id = "r1", .user_id = user}).value();
    }
    rooms_.join({.room_id = "r2", .user_id = "bob"}).value();
  }

  // A message each second, and a call beside every other.
  void talk(int count) {
    for (int i = 0; i < count; ++i) {
      const auto at = start_ + std::chrono::seconds(i);
      rooms_.say({.room_id = "r1", .sent_at = at, .user_id = "ann", .text = std::to_string(i)})
          .value();
      if (i % 2 == 0) {
        rooms_.call({.room_id = "r1", .sent_at = at, .user_id = "bob", .seconds = i}).value();
      }
    }
    rooms_.say({.room_id = "r2", .sent_at = start_, .user_id = "bob", .text = "elsewhere"}).value();
  }

  template <class Whole>
  static std::vector<std::string> texts(const Whole& log) {
    std::vector<std::string> result;
    for (const auto& message : log.messages) result.push_back(message.text);
    return result;
  }
  template <class Whole>
  static std::vector<std::int64_t> calls(const Whole& log) {
    std::vector<std::int64_t> result;
    for (const auto& call : log.calls) result.push_back(call.seconds);
    return result;
  }

  const Timestamp start_ = time("2026-01-02T03:04:05.000Z");
  rooms::RoomRepository rooms_{*database_, options()};
};

TEST_F(RoomsUse, AnInvertedIndexReadsTheTableTheOtherWayRound) {
  const auto members = rooms_.members_of("r1").value();
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members.items[0].user_id, "ann");
  EXPECT_EQ(members.items[1].user_id, "bob");
  const auto rooms = rooms_.rooms_of("bob").value();
  ASSERT_EQ(rooms.size(), 2U);
  EXPECT_EQ(rooms.items[0].room_id, "r1");
  EXPECT_EQ(rooms.items[1].room_id, "r2");
}

TEST_F(RoomsUse, AnUpdateLeavesTheKeysOfAnInvertedIndexAlone) {
  rooms_.set_role("r1", "bob", rooms::MemberRole::host).value();
  EXPECT_EQ(rooms_.rooms_of("bob").value().items[0].role, rooms::MemberRole::host);
  rooms_.rename_room("r1", "another").value();
  EXPECT_EQ(rooms_.get_room("r1").value()->title, "another");
  rooms_.leave("r1", "bob").value();
  EXPECT_EQ(rooms_.rooms_of("bob").value().size(), 1U);
}

TEST_F(RoomsUse, ACollectionWithinARangeHoldsBothItsEnds) {
  talk(6);
  const auto log = rooms_.log_of_room("r1", start_ + 1s, start_ + 4s).value();
  ASSERT_TRUE(log);
  EXPECT_THAT(texts(*log), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(calls(*log), ElementsAre(2, 4));
}

TEST_F(RoomsUse, ACollectionBehindATimeLeavesOutAllOfThatTime) {
  talk(6);
  const auto log = rooms_.log_since("r1", start_ + 3s).value();
  ASSERT_TRUE(log);
  EXPECT_THAT(texts(*log), ElementsAre("4", "5"));
  EXPECT_THAT(calls(*log), ElementsAre(4));
  const auto later = rooms_.log_since("r1", start_ + 4s).value();
  EXPECT_THAT(texts(*later), ElementsAre("5"));
  EXPECT_THAT(calls(*later), IsEmpty()) << "the call at that time is none behind it";
}

TEST_F(RoomsUse, ACollectionOfAnEmptyRangeIsEmpty) {
  talk(2);
  const auto log = rooms_.log_of_room("r1", start_ + 1h, start_ + 2h).value();
  ASSERT_TRUE(log);
  EXPECT_THAT(texts(*log), IsEmpty());
  EXPECT_EQ(rooms_.log_of_room("r1", start_ + 2h, start_ + 1h).error().code, ErrorCode::validation);
}

}  // namespace
