#include "memory_test.hpp"
#include "treasury/account_repository.hpp"
#include "treasury/items.hpp"
#include "treasury/member_repository.hpp"
#include "treasury/seat_repository.hpp"
#include "treasury/table.hpp"
#include <keywright/dry_run.hpp>
#include <keywright/forwarding_database.hpp>
#include <keywright/item_reader.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

// Transactions that a model declares, and values that no two items have.

namespace {

using keywright::ErrorCode;
using keywright::taken;
using treasury::Account;
using treasury::AccountRepository;
using treasury::AccountState;
using treasury::Entry;
using treasury::Member;
using treasury::Seat;

/// Does what it is asked for, and once says that it does not know whether it did.
class ForgetfulDatabase final : public keywright::ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;
  keywright::Result<keywright::TransactWriteItemsResponse> transact_write_items(
      const keywright::TransactWriteItemsRequest& request) override {
    auto response = ForwardingDatabase::transact_write_items(request);
    ++requests;
    if (requests > 1) return response;
    keywright::Error error;
    error.code = ErrorCode::unavailable;
    error.retryable = true;
    return error;
  }
  int requests = 0;
};

class TreasuryTransactions : public keywright::testing::MemoryTest {
 protected:
  TreasuryTransactions() { treasury::create_table(*database_).value(); }

  void open(char last, std::int64_t balance) {
    Account account;
    account.account_id = id(last);
    account.name = "savings";
    account.balance = balance;
    accounts_.open_account(account).value();
  }
  std::int64_t balance(char last) {
    return accounts_.get_account(id(last)).value().value().balance;
  }
  static std::vector<Entry> entries(std::int64_t amount) {
    return {{.account_id = id('A'), .entry_id = id('1'), .amount = -amount},
            {.account_id = id('B'), .entry_id = id('1'), .amount = amount}};
  }
  static AccountRepository::Transfer transfer(char from, char to, std::int64_t amount) {
    return {.patch_account = {.account_id = id(from), .least = amount, .add_balance = -amount},
            .patch_account2 = {.account_id = id(to), .add_balance = amount}};
  }

  static Member member(char last, const std::string& email) {
    Member result;
    result.team = "red";
    result.member_id = id(last);
    result.email = email;
    return result;
  }
  static Seat seat(const std::string& guest, std::int64_t place, keywright::Timestamp until) {
    Seat result;
    result.guest = guest;
    result.place = place;
    result.until = std::chrono::floor<std::chrono::seconds>(until);
    return result;
  }
  /// What keeps a value unique, as it is stored; empty if there is nothing.
  std::optional<keywright::Item> sentinel(const std::string& key) {
    keywright::GetItemRequest request;
    request.table_name = "treasury";
    request.key = {{"pk", key}, {"sk", "UNIQUE"}};
    return behind_->get_item(request).value().item;
  }

  AccountRepository accounts_{*database_, options()};
  treasury::MemberRepository members_{*database_, options()};
  treasury::SeatRepository seats_{*database_, options()};
};

// Transactions -----------------------------------------------------------------------------------

TEST_F(TreasuryTransactions, AllStepsAreMadeTogether) {
  open('A', 10);
  open('B', 0);
  const auto booked = entries(4);
  auto steps = transfer('A', 'B', 4);
  steps.put_entries = booked;
  accounts_.transfer(steps).value();
  EXPECT_EQ(balance('A'), 6);
  EXPECT_EQ(balance('B'), 4);
  EXPECT_EQ(accounts_.get_account(id('A')).value()->version, 2);
  EXPECT_EQ(accounts_.entries_of(id('B')).value().items, std::vector{booked[1]});
}

TEST_F(TreasuryTransactions, OrNoneIsAndEachStepSaysWhy) {
  open('A', 3);
  open('B', 0);
  const auto booked = entries(4);
  auto steps = transfer('A', 'B', 4);
  steps.put_entries = booked;
  const auto failed = accounts_.transfer(steps);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::transaction_cancelled);
  EXPECT_EQ(failed.error().message,
            "transfer: nothing was written: transfer.patch_account: the condition on the item "
            "ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT does not hold");
  const auto reasons = AccountRepository::transfer_reasons(failed.error());
  EXPECT_TRUE(reasons.patch_account.condition_failed());
  EXPECT_EQ(reasons.patch_account.stored().value()->balance, 3);
  EXPECT_FALSE(reasons.patch_account2.is_cause());
  EXPECT_EQ(reasons.patch_account2.stored().value(), std::nullopt);
  ASSERT_EQ(reasons.put_entries.size(), 2U);
  EXPECT_FALSE(reasons.put_entries[1].is_cause());
  EXPECT_EQ(balance('A'), 3);
  EXPECT_TRUE(accounts_.entries_of(id('A')).value().empty());
}

TEST_F(TreasuryTransactions, SeveralStepsMayBeTheCause) {
  open('A', 3);
  auto steps = transfer('A', 'B', 4);
  const auto failed = accounts_.transfer(steps);
  const auto reasons = AccountRepository::transfer_reasons(failed.error());
  EXPECT_TRUE(reasons.patch_account.condition_failed());
  EXPECT_TRUE(reasons.patch_account2.condition_failed());
  EXPECT_EQ(reasons.patch_account2.stored().value(), std::nullopt);
  EXPECT_EQ(reasons.patch_account2.reason.message,
            "transfer.patch_account2: there is no item "
            "ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAB/ACCOUNT");
}

TEST_F(TreasuryTransactions, AStepMayAskForAVersion) {
  open('A', 10);
  open('B', 0);
  auto steps = transfer('A', 'B', 4);
  steps.patch_account.expected_version = 2;
  const auto failed = accounts_.transfer(steps);
  const auto reasons = AccountRepository::transfer_reasons(failed.error());
  EXPECT_EQ(reasons.patch_account.stored().value()->version, 1);
  EXPECT_EQ(balance('B'), 0);
}

TEST_F(TreasuryTransactions, OneItemTwiceIsRefusedBeforeItIsSent) {
  open('A', 10);
  const auto failed = accounts_.transfer(transfer('A', 'A', 4));
  EXPECT_EQ(failed.error().code, ErrorCode::validation);
  EXPECT_EQ(failed.error().message,
            "transfer: operations 0 and 1 of the transaction are both on the item "
            "ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT");
}

TEST_F(TreasuryTransactions, WhoseReplyIsLostIsNotMadeTwice) {
  open('A', 10);
  open('B', 0);
  ForgetfulDatabase forgetful(*behind_);
  keywright::RepositoryOptions quiet;
  quiet.clock = clock_;
  quiet.sleep = [](std::chrono::milliseconds) {};
  const AccountRepository accounts(forgetful, quiet);
  accounts.transfer(transfer('A', 'B', 4)).value();
  EXPECT_EQ(forgetful.requests, 2);
  EXPECT_EQ(balance('A'), 6);
  EXPECT_EQ(balance('B'), 4);
}

TEST_F(TreasuryTransactions, AMoveGoesWithACreateOfAnotherRepository) {
  open('A', 0);
  const AccountRepository::CloseOut steps{.write_off_account = {.account_id = id('A')},
                                          .create_member = member('M', "ada@a.example")};
  accounts_.close_out(steps).value();
  EXPECT_EQ(accounts_.get_account(id('A')).value()->state, AccountState::settled);
  EXPECT_EQ(members_.get_member("red", id('M')).value()->version, 1);
  EXPECT_TRUE(sentinel("UNIQUE#Member#email#red#ada@a.example"));

  const auto again = accounts_.close_out(steps);
  const auto reasons = AccountRepository::close_out_reasons(again.error());
  EXPECT_EQ(reasons.write_off_account.stored().value()->state, AccountState::settled);
  EXPECT_EQ(reasons.create_member.stored().value()->email, "ada@a.example");
  EXPECT_EQ(reasons.write_off_account.reason.message,
            "close_out.write_off_account: the state of "
            "ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT is settled, not open");

  open('B', 0);
  const auto other = accounts_.close_out({.write_off_account = {.account_id = id('B')},
                                          .create_member = member('N', "ada@a.example")});
  EXPECT_EQ(taken(other.error()), "email");
  const auto why = AccountRepository::close_out_reasons(other.error());
  EXPECT_EQ(why.create_member.taken(), "email");
  EXPECT_FALSE(why.create_member.condition_failed());
  EXPECT_EQ(why.create_member.stored().value(), std::nullopt);
  EXPECT_EQ(accounts_.get_account(id('B')).value()->state, AccountState::open);
}

// A step that writes each of a list is one action per item, and says why per item.
TEST_F(TreasuryTransactions, AStepIsMadeForEachOfAList) {
  open('A', 10);
  open('B', 0);
  open('C', 0);
  const auto entry = [](char last, std::int64_t amount) {
    return Entry{.account_id = id(last), .entry_id = id('1'), .amount = amount};
  };
  AccountRepository::PayOut steps{
      .patch_account = {.account_id = id('A'), .least = 9, .add_balance = -9},
      .patch_accounts = {{.account_id = id('B'), .add_balance = 4},
                         {.account_id = id('C'), .add_balance = 5}},
      .create_entries = {entry('A', -9), entry('B', 4), entry('C', 5)}};
  accounts_.pay_out(steps).value();
  EXPECT_EQ(balance('A'), 1);
  EXPECT_EQ(balance('B'), 4);
  EXPECT_EQ(balance('C'), 5);
  EXPECT_EQ(accounts_.entries_of(id('C')).value().items, std::vector{entry('C', 5)});

  steps.patch_account = {.account_id = id('A'), .least = 1, .add_balance = -1};
  steps.patch_accounts = {{.account_id = id('B'), .add_balance = 1},
                          {.account_id = id('D'), .add_balance = 0},
                          {.account_id = id('C'), .add_balance = 0}};
  steps.create_entries[0].entry_id = id('2');
  const auto failed = accounts_.pay_out(steps);
  EXPECT_EQ(failed.error().code, ErrorCode::transaction_cancelled);
  const auto reasons = AccountRepository::pay_out_reasons(failed.error(), steps);
  EXPECT_FALSE(reasons.patch_account.is_cause());
  ASSERT_EQ(reasons.patch_accounts.size(), 3U);
  EXPECT_FALSE(reasons.patch_accounts[0].is_cause());
  EXPECT_TRUE(reasons.patch_accounts[1].condition_failed());
  EXPECT_EQ(reasons.patch_accounts[1].reason.message,
            "pay_out.patch_accounts: there is no item "
            "ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAD/ACCOUNT");
  EXPECT_FALSE(reasons.patch_accounts[2].is_cause());
  ASSERT_EQ(reasons.create_entries.size(), 3U);
  EXPECT_FALSE(reasons.create_entries[0].is_cause());
  EXPECT_EQ(reasons.create_entries[1].stored().value(), entry('B', 4));
  EXPECT_TRUE(reasons.create_entries[2].condition_failed());
  EXPECT_EQ(balance('A'), 1);
}

TEST_F(TreasuryTransactions, AStepForEachIsCountedBeforeItIsSent) {
  open('A', 10);
  AccountRepository::PayOut steps{
      .patch_account = {.account_id = id('A'), .least = 1, .add_balance = -1}};
  steps.create_entries.resize(100);
  const auto many = accounts_.pay_out(steps);
  EXPECT_EQ(many.error().code, ErrorCode::validation);
  EXPECT_EQ(many.error().message, "pay_out: a transaction has 1 to 100 operations, not 101");
  steps.create_entries.resize(2);
  EXPECT_EQ(accounts_.pay_out(steps).error().message,
            "pay_out: operations 1 and 2 of the transaction are both on the item "
            "ACCOUNT#00000000000000000000000000/ENTRY#00000000000000000000000000");
  steps.create_entries.clear();
  steps.patch_accounts = {{.account_id = id('A'), .add_balance = 1}};
  EXPECT_EQ(accounts_.pay_out(steps).error().code, ErrorCode::validation);
  steps.patch_accounts.clear();
  accounts_.pay_out(steps).value();  // of none
  EXPECT_EQ(balance('A'), 9);
}

TEST_F(TreasuryTransactions, ADeleteIsMadeForEachOfAList) {
  const auto booked = entries(4);
  ASSERT_TRUE(accounts_.put_entries(booked).value().complete());
  const AccountRepository::DropEntries steps{
      .delete_entries = {{.account_id = id('A'), .entry_id = id('1'), .kept = 7},
                         {.account_id = id('B'), .entry_id = id('1'), .kept = 4}}};
  const auto failed = accounts_.drop_entries(steps);
  const auto reasons = AccountRepository::drop_entries_reasons(failed.error());
  ASSERT_EQ(reasons.delete_entries.size(), 2U);
  EXPECT_FALSE(reasons.delete_entries[0].is_cause());
  EXPECT_EQ(reasons.delete_entries[1].stored().value(), booked[1]);
  EXPECT_EQ(accounts_.entries_of(id('A')).value().size(), 1U);
  const AccountRepository::DropEntries fewer{.delete_entries = {steps.delete_entries[0]}};
  accounts_.drop_entries(fewer).value();
  EXPECT_TRUE(accounts_.entries_of(id('A')).value().empty());
}

TEST_F(TreasuryTransactions, SeveralItemsAreReadAtOneMoment) {
  open('A', 3);
  const auto booked = entries(4);
  ASSERT_TRUE(accounts_.put_entries(booked).value().complete());
  const std::vector<treasury::EntryKey> keys{{id('B'), id('1')}, {id('B'), id('2')}};
  const auto read =
      accounts_
          .both_accounts({.get_account = id('A'), .get_account2 = id('B'), .get_entries = keys})
          .value();
  EXPECT_EQ(read.get_account->balance, 3);
  EXPECT_EQ(read.get_account2, std::nullopt);
  EXPECT_EQ(read.get_entries, (std::vector<std::optional<Entry>>{booked[1], std::nullopt}));
}

// Uniqueness -------------------------------------------------------------------------------------

TEST_F(TreasuryTransactions, AValueIsOfOneItemOnly) {
  auto ada = member('A', "ada@a.example");
  ada.handle = "ada";
  EXPECT_EQ(members_.create_member(ada).value().version, 1);
  const auto other = members_.create_member(member('B', "ada@a.example"));
  EXPECT_EQ(other.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(taken(other.error()), "email");
  EXPECT_EQ(other.error().message,
            "create_member: another item has the email of "
            "TEAM#red/MEMBER#01ARZ3NDEKTSV4RRFFQ69G5FAB");
  EXPECT_EQ(other.error().item, std::nullopt);
  EXPECT_EQ(members_.get_member("red", id('B')).value(), std::nullopt);

  auto blue = member('B', "ada@a.example");
  blue.team = "blue";  // unique in its team
  blue.handle = "ada";
  EXPECT_EQ(taken(members_.create_member(blue).error()), "handle");
  blue.handle.reset();
  members_.create_member(blue).value();

  const auto itself = members_.create_member(ada);
  EXPECT_EQ(taken(itself.error()), "");
  EXPECT_EQ(keywright::stored_item<Member>(itself.error()).value()->email, "ada@a.example");
}

TEST_F(TreasuryTransactions, AChangeTakesTheNewValueAndFreesTheOld) {
  members_.create_member(member('A', "ada@a.example")).value();
  members_.create_member(member('B', "bob@a.example")).value();
  const auto is_taken = members_.change_email("red", id('A'), "ada@a.example", "bob@a.example");
  EXPECT_EQ(is_taken.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(taken(is_taken.error()), "email");
  const auto is_wrong = members_.change_email("red", id('A'), "old@a.example", "new@a.example");
  EXPECT_EQ(is_wrong.error().message,
            "change_email: the email of TEAM#red/MEMBER#01ARZ3NDEKTSV4RRFFQ69G5FAA is not the one "
            "given");
  EXPECT_EQ(keywright::stored_item<Member>(is_wrong.error()).value()->email, "ada@a.example");
  members_.change_email("red", id('A'), "ada@a.example", "new@a.example", 1).value();
  EXPECT_EQ(members_.get_member("red", id('A')).value()->version, 2);
  members_.change_email("red", id('B'), "bob@a.example", "ada@a.example").value();
  EXPECT_FALSE(sentinel("UNIQUE#Member#email#red#bob@a.example"));
}

TEST_F(TreasuryTransactions, AnUnchangedValueCostsNothing) {
  keywright::DryRun database;
  const treasury::MemberRepository members(database);
  members.change_email("red", id('A'), "ada@a.example", "ada@a.example").value();
  auto ada = member('A', "ada@a.example");
  ASSERT_TRUE(members.save_member(ada, "ada@a.example", std::nullopt));
  ASSERT_EQ(database.requests().size(), 2U);
  EXPECT_TRUE(std::holds_alternative<keywright::UpdateItemRequest>(database.requests()[0]));
  EXPECT_TRUE(std::holds_alternative<keywright::PutItemRequest>(database.requests()[1]));
}

TEST_F(TreasuryTransactions, AnOptionalValueComesStaysAndGoes) {
  members_.create_member(member('A', "ada@a.example")).value();
  members_.change_member("red", id('A'), std::nullopt, {.handle = "ada"}).value();
  EXPECT_TRUE(sentinel("UNIQUE#Member#handle#ada"));
  members_.change_member("red", id('A'), "ada", {.name = "Ada"}).value();
  EXPECT_EQ(members_.get_member("red", id('A')).value()->handle, "ada");
  EXPECT_TRUE(sentinel("UNIQUE#Member#handle#ada"));
  members_.change_member("red", id('A'), "ada", {.handle = keywright::remove_field}).value();
  EXPECT_FALSE(sentinel("UNIQUE#Member#handle#ada"));
  EXPECT_EQ(members_.get_member("red", id('A')).value()->handle, std::nullopt);
  EXPECT_EQ(members_.change_member("red", id('A'), "ada", {.name = "x"}).error().code,
            ErrorCode::condition_failed);
}

TEST_F(TreasuryTransactions, APutAndAnUpsertSayWhatTheyReplace) {
  auto ada = members_.save_member(member('A', "ada@a.example"), std::nullopt, std::nullopt).value();
  EXPECT_EQ(ada.version, 1);
  ada.email = "new@a.example";
  EXPECT_EQ(members_.save_member(ada, std::nullopt, std::nullopt).error().code,
            ErrorCode::condition_failed);
  ada = members_.save_member(ada, "ada@a.example", std::nullopt).value();
  EXPECT_FALSE(sentinel("UNIQUE#Member#email#red#ada@a.example"));
  ada.email = "third@a.example";
  members_.write_member(ada, "new@a.example", std::nullopt).value();
  EXPECT_FALSE(sentinel("UNIQUE#Member#email#red#new@a.example"));
  EXPECT_TRUE(sentinel("UNIQUE#Member#email#red#third@a.example"));
  EXPECT_EQ(members_.get_member("red", id('A')).value()->version, 3);
  members_.write_member(member('B', "new@a.example"), std::nullopt, std::nullopt).value();
  EXPECT_EQ(taken(members_.write_member(member('C', "new@a.example"), {}, {}).error()), "email");
}

TEST_F(TreasuryTransactions, ADeleteFreesItsValues) {
  auto ada = member('A', "ada@a.example");
  ada.handle = "ada";
  members_.create_member(ada).value();
  EXPECT_EQ(members_.drop_member("red", id('A'), "other@a.example", "ada").error().code,
            ErrorCode::condition_failed);
  members_.drop_member("red", id('A'), "ada@a.example", "ada").value();
  members_.drop_member("red", id('A'), "ada@a.example", "ada").value();  // it need not be there
  EXPECT_FALSE(sentinel("UNIQUE#Member#email#red#ada@a.example"));
  EXPECT_FALSE(sentinel("UNIQUE#Member#handle#ada"));
  members_.create_member(ada).value();
}

// Items of the time before the rule may have values that another item was first to claim.
TEST_F(TreasuryTransactions, NobodyFreesTheValueOfAnother) {
  members_.create_member(member('A', "ada@a.example")).value();
  keywright::PutItemRequest request;
  request.table_name = "treasury";
  request.item = treasury::to_item(member('B', "ada@a.example")).value();
  behind_->put_item(request).value();
  members_.drop_member("red", id('B'), "ada@a.example", std::nullopt).value();
  EXPECT_EQ(members_.get_member("red", id('B')).value(), std::nullopt);
  EXPECT_TRUE(sentinel("UNIQUE#Member#email#red#ada@a.example"));
  EXPECT_EQ(taken(members_.create_member(member('C', "ada@a.example")).error()), "email");
}

TEST_F(TreasuryTransactions, ManyWhoWantOneValueAndOneGetsIt) {
  const treasury::MemberRepository members(*behind_, {.clock = clock_});
  std::atomic<int> made = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (const char last : std::string("ABCDEFGH")) {
    threads.emplace_back([&, last] {
      const auto created = members.create_member(member(last, "ada@a.example"));
      if (created) {
        ++made;
      } else if (taken(created.error()) == "email") {
        ++refused;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(refused, 7);
}

TEST_F(TreasuryTransactions, AValueIsFreeWhenItsItemHasExpired) {
  const auto minute = std::chrono::minutes(1);
  seats_.reserve(seat("ada", 7, clock_.now() + minute)).value();
  EXPECT_EQ(taken(seats_.reserve(seat("bob", 7, clock_.now() + minute)).error()), "place");
  EXPECT_EQ(sentinel("UNIQUE#Seat#place#007")->find("until")->as_number(),
            seat("ada", 7, clock_.now() + minute).until.time_since_epoch().count());
  clock_.advance(2 * minute);
  seats_.reserve(seat("bob", 7, clock_.now() + minute)).value();
  seats_.keep_seat(seat("ada", 8, clock_.now() + minute), std::nullopt).value();
  EXPECT_EQ(taken(seats_.keep_seat(seat("ada", 7, clock_.now() + minute), 8).error()), "place");
}

TEST_F(TreasuryTransactions, WhatHasExpiredGivesNothingBackThatIsAnothers) {
  const auto minute = std::chrono::minutes(1);
  seats_.reserve(seat("ada", 7, clock_.now() + minute)).value();
  clock_.advance(2 * minute);
  seats_.reserve(seat("bob", 7, clock_.now() + minute)).value();
  seats_.leave("ada", 7).value();
  EXPECT_EQ(taken(seats_.reserve(seat("eve", 7, clock_.now() + minute)).error()), "place");
}

TEST_F(TreasuryTransactions, AValueLivesAsLongAsItsItem) {
  const auto minute = std::chrono::minutes(1);
  const auto first = seat("ada", 7, clock_.now() + minute);
  seats_.reserve(first).value();
  const auto longer = seat("ada", 7, clock_.now() + 9 * minute);
  seats_.extend("ada", 7, longer.until).value();
  clock_.advance(2 * minute);
  EXPECT_EQ(taken(seats_.reserve(seat("bob", 7, clock_.now() + minute)).error()), "place");
  EXPECT_EQ(seats_.move_seat("ada", 7, first.until, 8).error().code, ErrorCode::condition_failed);
  seats_.move_seat("ada", 7, longer.until, 8).value();
  EXPECT_EQ(sentinel("UNIQUE#Seat#place#008")->find("until")->as_number(),
            longer.until.time_since_epoch().count());
  seats_.reserve(seat("bob", 7, clock_.now() + minute)).value();
  seats_.leave("ada", 8).value();
  EXPECT_FALSE(sentinel("UNIQUE#Seat#place#008"));
}

TEST_F(TreasuryTransactions, AnUpsertBeginsAnewOverAnExpiredItem) {
  const auto minute = std::chrono::minutes(1);
  seats_.take_seat(seat("ada", 7, clock_.now() + minute), std::nullopt).value();
  seats_.take_seat(seat("ada", 9, clock_.now() + minute), 7).value();
  EXPECT_FALSE(sentinel("UNIQUE#Seat#place#007"));
  clock_.advance(2 * minute);
  seats_.take_seat(seat("ada", 7, clock_.now() + minute), std::nullopt).value();
  EXPECT_EQ(seats_.get_seat("ada").value()->place, 7);
  const auto again = seat("ada", 7, clock_.now() + 9 * minute);
  seats_.take_seat(again, 7).value();
  EXPECT_EQ(sentinel("UNIQUE#Seat#place#007")->find("until")->as_number(),
            again.until.time_since_epoch().count());
}

}  // namespace
