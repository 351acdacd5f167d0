#include "memory_test.hpp"
#include "writes/badge_repository.hpp"
#include "writes/hits_repository.hpp"
#include "writes/items.hpp"
#include "writes/locker_repository.hpp"
#include "writes/reading_repository.hpp"
#include "writes/table.hpp"
#include "writes/ticket_repository.hpp"
#include "writes/user_repository.hpp"

#include <chrono>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

namespace {

using keywright::ErrorCode;
using namespace writes;

// A struct that can be made of nothing would let the caller forget what it must be told.
static_assert(!std::is_default_constructible_v<TicketRepository::Close>);
static_assert(!std::is_default_constructible_v<UserRepository::SetDue>);
static_assert(std::is_default_constructible_v<UserRepository::EditUser>);

class WritesUse : public keywright::testing::MemoryTest {
 protected:
  WritesUse() { create_table(*database_).value(); }

  User put_user() {
    User user;
    user.team = "red";
    user.user_id = id('A');
    user.title = "first";
    user.nick = "kim";
    user.due = time("2026-02-01T00:00:00.000Z");
    user.hits = 2;
    user.born = time("2026-01-01T00:00:00.000Z");
    users_.put_user(user).value();
    return user;
  }
  Ticket put_ticket(std::int64_t priority, std::int64_t votes) {
    Ticket ticket;
    ticket.ticket_id = id('A');
    ticket.team = "red";
    ticket.opened_at = time("2026-01-01T00:00:00.000Z");
    ticket.priority = priority;
    ticket.votes = votes;
    tickets_.put_ticket(ticket).value();
    return ticket;
  }
  static Hits hits(std::int64_t count, keywright::Timestamp since) {
    Hits hits;
    hits.page = "home";
    hits.hits = count;
    hits.since = since;
    return hits;
  }

  Badge put_badge(std::optional<std::string> tier, std::optional<std::string> holder) {
    Badge badge;
    badge.badge_id = id('A');
    badge.tier = std::move(tier);
    badge.holder = std::move(holder);
    badge.region = "north";
    badges_.put_badge(badge).value();
    return badge;
  }
  /// The keys of its indexes that are no fields of it.
  [[nodiscard]] std::string keys_of(const Badge& badge) const {
    const keywright::Key key{{"pk", "BADGE#" + badge.badge_id.to_string()}, {"sk", "BADGE"}};
    std::string keys;
    for (const char* name : {"ranked_pk", "ranked_sk", "held_sk"}) {
      keys += '/' + keywright::testing::stored(*behind_, "writes", key, name);
    }
    return keys;
  }

  UserRepository users_{*database_, options()};
  TicketRepository tickets_{*database_, options()};
  HitsRepository hits_{*database_, options()};
  ReadingRepository readings_{*database_, options()};
  BadgeRepository badges_{*database_, options()};
  LockerRepository lockers_{*database_, options()};
};

TEST_F(WritesUse, APatchLeavesAloneWhatItIsNotGiven) {
  const auto user = put_user();
  const auto patched = users_.edit_user("red", user.user_id, {.title = "second"}).value();
  EXPECT_EQ(patched.title, "second");
  EXPECT_EQ(patched.nick, user.nick);
  EXPECT_EQ(patched.due, user.due);
  EXPECT_EQ(users_.users_by_due("red").value().size(), 1U);
}

TEST_F(WritesUse, AnEntryFollowsTheFieldItIsMadeOf) {
  const auto user = put_user();
  const auto later = time("2026-03-01T00:00:00.000Z");
  users_.edit_user("red", user.user_id, {.due = later}).value();
  const auto page = users_.users_by_due("red").value();
  ASSERT_EQ(page.size(), 1U);
  EXPECT_EQ(page.items[0].due, later);
  users_.edit_user("red", user.user_id, {.due = keywright::remove_field}).value();
  EXPECT_TRUE(users_.users_by_due("red").value().empty());
  users_.edit_user("red", user.user_id, {.due = later}).value();
  EXPECT_EQ(users_.users_by_due("red").value().size(), 1U);
  users_.set_due("red", user.user_id, {.due = std::nullopt}).value();
  EXPECT_TRUE(users_.users_by_due("red").value().empty());
}

TEST_F(WritesUse, AnUpsertSetsWhatItIsGivenAlsoWhereItMayRemove) {
  auto user = put_user();
  user.nick = "lee";
  auto written = users_.write_user(user).value();
  EXPECT_EQ(written.nick, "lee");
  EXPECT_EQ(written.hits, 4);
  user.nick.reset();
  user.due.reset();
  written = users_.write_user(user).value();
  EXPECT_EQ(written.nick, std::nullopt);
  EXPECT_TRUE(users_.users_by_due("red").value().empty());
}

TEST_F(WritesUse, AParameterOfAConditionIsToldFromTheNewValue) {
  const auto user = put_user();
  EXPECT_EQ(users_.raise("red", user.user_id, 3, 9).value().hits, 9);  // 2 < 3
  const auto failed = users_.raise("red", user.user_id, 9, 10);
  EXPECT_EQ(failed.error().code, ErrorCode::condition_failed);
}

TEST_F(WritesUse, EachPredicateOfAConditionOverSeveralLinesTestsItsOwnField) {
  const auto ticket = put_ticket(5, 20);
  const auto triage = [&](std::int64_t priority, std::int64_t votes) {
    tickets_
        .triage(ticket.ticket_id, "red", ticket.opened_at, {.priority = priority, .votes = votes})
        .value();
    return tickets_.urgent("red").value().size();
  };
  EXPECT_EQ(tickets_.urgent("red").value().size(), 1U);
  EXPECT_EQ(triage(5, 5), 0U);  // votes of less than 10, though more than 3
  EXPECT_EQ(triage(3, 10), 1U);
  EXPECT_EQ(triage(2, 10), 0U);
}

TEST_F(WritesUse, AMoveBringsWhatItsStateRequires) {
  const auto ticket = put_ticket(1, 1);
  const auto closed =
      tickets_.close(ticket.ticket_id, {.reason = "done", .note = std::nullopt}).value();
  EXPECT_EQ(closed.reason, "done");
  EXPECT_EQ(closed.note, std::nullopt);
}

TEST_F(WritesUse, AnUpsertBeginsAnewWhereTheItemHasExpired) {
  const auto first = time("2026-01-01T00:00:00.000Z");
  const auto second = time("2026-01-02T00:00:00.000Z");
  EXPECT_EQ(hits_.count(hits(1, first)).value().hits, 1);
  clock_.advance(std::chrono::minutes(50));
  EXPECT_EQ(hits_.count(hits(1, second)).value().hits, 2);
  clock_.advance(std::chrono::minutes(50));  // the last write gave it another hour
  EXPECT_EQ(hits_.get_hits("home").value()->since, first);
  clock_.advance(std::chrono::hours(2));
  EXPECT_EQ(hits_.get_hits("home").value(), std::nullopt);
  const auto anew = hits_.count(hits(1, second)).value();
  EXPECT_EQ(anew.hits, 1);
  EXPECT_EQ(anew.since, second);
  EXPECT_EQ(hits_.get_hits("home").value()->hits, 1);
}

TEST_F(WritesUse, APatchOfOneHalfOfAKeySetsNoneWhereTheItemLacksTheOther) {
  const auto bare = put_badge(std::nullopt, std::nullopt);
  badges_.move_badge(bare.badge_id, std::nullopt, std::nullopt, "south").value();
  EXPECT_EQ(keys_of(bare), "///");
  const auto badge = put_badge("gold", "ada");
  EXPECT_EQ(keys_of(badge), "/TIER#gold/north/north");
  badges_.move_badge(badge.badge_id, "gold", "ada", "south").value();
  EXPECT_EQ(keys_of(badge), "/TIER#gold/south/south");
  EXPECT_EQ(badges_.badges_by_tier("gold").value().size(), 1U);
  EXPECT_EQ(badges_.badges_by_holder("ada").value().size(), 1U);
  EXPECT_EQ(badges_.get_badge(badge.badge_id).value().value().region, "south");
  // Whoever does not know is told so.
  EXPECT_EQ(badges_.move_badge(badge.badge_id, std::nullopt, "ada", "west").error().code,
            ErrorCode::condition_failed);
}

TEST_F(WritesUse, TheFieldThatIsAKeyItselfBringsAndTakesTheOther) {
  const auto badge = put_badge(std::nullopt, std::nullopt);
  badges_.lend_badge(badge.badge_id, "north", {.holder = "ada"}).value();
  EXPECT_EQ(keys_of(badge), "///north");
  EXPECT_EQ(badges_.badges_by_holder("ada").value().size(), 1U);
  badges_.lend_badge(badge.badge_id, "north", {.holder = std::nullopt}).value();
  EXPECT_EQ(keys_of(badge), "///");
  badges_.grade_badge(badge.badge_id, "north", {.tier = "gold"}).value();
  EXPECT_EQ(keys_of(badge), "/TIER#gold/north/");
  badges_.grade_badge(badge.badge_id, "north", {.tier = std::nullopt}).value();
  EXPECT_EQ(keys_of(badge), "///");
}

// A condition asks for an item, or is content with none.
TEST_F(WritesUse, APutUnderAConditionMeetsAnExpiredItemAsNone) {
  const auto first = time("2026-01-01T00:00:00.000Z");
  EXPECT_EQ(hits_.reset_hits(hits(1, first), 5).error().code, ErrorCode::condition_failed);
  hits_.begin_hits(hits(2, first), 2).value();  // there is none
  EXPECT_EQ(hits_.begin_hits(hits(3, first), 2).error().code, ErrorCode::condition_failed);
  hits_.reset_hits(hits(2, first), 5).value();
  clock_.advance(std::chrono::hours(2));
  const auto lost = hits_.reset_hits(hits(4, first), 5);
  EXPECT_EQ(lost.error().code, ErrorCode::condition_failed);
  EXPECT_FALSE(lost.error().item) << "that was not there";
  hits_.begin_hits(hits(3, first), 2).value();
  EXPECT_EQ(hits_.get_hits("home").value()->hits, 3);
}

TEST_F(WritesUse, ADeleteUnderAConditionMeetsAnExpiredItemAsNone) {
  hits_.count(hits(2, time("2026-01-01T00:00:00.000Z"))).value();
  EXPECT_EQ(hits_.drop_hits("home", 2).error().code, ErrorCode::condition_failed);
  EXPECT_EQ(hits_.forget_hits("home", 2).error().code, ErrorCode::condition_failed);
  clock_.advance(std::chrono::hours(2));
  EXPECT_EQ(hits_.forget_hits("home", 5).error().code, ErrorCode::condition_failed);
  EXPECT_TRUE(hits_.drop_hits("home", 2).has_value());
}

TEST_F(WritesUse, WhatIsPutBesideAMoveMeetsAnExpiredItemAsNone) {
  lockers_.put_locker({.locker_id = id('A')}).value();
  Receipt receipt;
  receipt.locker_id = id('A');
  receipt.text = "taken";
  lockers_.take(id('A'), {.receipt = receipt}).value();
  lockers_.release(id('A')).value();
  // There is one, of version 1.
  EXPECT_EQ(lockers_.take(id('A'), {.receipt = receipt}).error().code,
            ErrorCode::transaction_cancelled);
  clock_.advance(std::chrono::hours(2));
  EXPECT_EQ(lockers_.get_receipt(id('A')).value(), std::nullopt);
  lockers_.take(id('A'), {.receipt = receipt}).value();
  EXPECT_EQ(lockers_.get_receipt(id('A')).value()->written, 1);
}

TEST_F(WritesUse, AnEntryOfTheFieldsThemselvesNeedsNoWordOfTheOthers) {
  Reading reading;
  reading.device = "d1";
  reading.at = time("2026-01-01T00:00:00.000Z");
  reading.site = "oslo";
  reading.kind = "heat";
  reading.value = 1;
  readings_.put_reading(reading).value();
  readings_.calibrate("d1", reading.at, 7).value();
  const auto page = readings_.readings_of("oslo", "heat").value();
  ASSERT_EQ(page.size(), 1U);
  EXPECT_EQ(page.items[0].value, 7);
}

}  // namespace
