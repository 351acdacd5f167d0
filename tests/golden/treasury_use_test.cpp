#include "memory_test.hpp"
#include "treasury/account_repository.hpp"
#include "treasury/items.hpp"
#include "treasury/lease_repository.hpp"
#include "treasury/table.hpp"
#include <keywright/item_reader.hpp>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

// Versions: what several callers who have read the same item may do with it.

namespace {

using keywright::ErrorCode;
using treasury::Account;
using treasury::AccountState;
using treasury::Lease;
using treasury::Statement;

class TreasuryUse : public keywright::testing::MemoryTest {
 protected:
  TreasuryUse() { treasury::create_table(*database_).value(); }

  static Account account(char last) {
    Account result;
    result.account_id = id(last);
    result.name = "savings";
    return result;
  }
  /// As an item of the time before there were versions.
  void store_without_version(const Account& account) {
    keywright::PutItemRequest request;
    request.table_name = "treasury";
    request.item =
        keywright::ItemBuilder(treasury::to_item(account).value()).remove("version").build();
    behind_->put_item(request).value();
  }
  /// The conflict that a call ended with: the item as it stands.
  template <class T>
  static Account lost_to(const keywright::Result<T>& result) {
    EXPECT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::condition_failed) << result.error().message;
    return keywright::stored_item<Account>(result.error()).value().value();
  }

  treasury::AccountRepository accounts_{*database_, options()};
  treasury::LeaseRepository leases_{*database_, options()};
};

TEST_F(TreasuryUse, ACreateBeginsWithVersionOneWhateverItIsGiven) {
  auto given = account('A');
  given.version = 7;
  const auto created = accounts_.open_account(given).value();
  EXPECT_EQ(created.version, 1);
  EXPECT_EQ(accounts_.get_account(id('A')).value(), created);
  EXPECT_EQ(accounts_.open_account(account('A')).error().message,
            "open_account: there is already an item ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT");
}

TEST_F(TreasuryUse, OfTwoSavesOfOneReadTheSecondLosesAndSeesTheFirst) {
  const auto read = accounts_.open_account(account('A')).value();
  auto mine = read;
  auto theirs = read;
  mine.name = "mine";
  theirs.name = "theirs";
  const auto saved = accounts_.save_account(mine).value();
  EXPECT_EQ(saved.version, 2);
  const auto lost = accounts_.save_account(theirs);
  EXPECT_EQ(lost_to(lost), saved);
  EXPECT_EQ(lost.error().message,
            "save_account: the version of ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT is 2, not 1: "
            "it was written since it was read");
  theirs = lost_to(lost);
  theirs.name = "theirs";
  EXPECT_EQ(accounts_.save_account(theirs).value().version, 3);
}

TEST_F(TreasuryUse, ASaveOfVersionZeroIsOfANewItemOrOneWithoutAVersion) {
  EXPECT_EQ(accounts_.save_account(account('A')).value().version, 1);
  EXPECT_EQ(lost_to(accounts_.save_account(account('A'))).version, 1);
  store_without_version(account('B'));
  const auto old = accounts_.get_account(id('B')).value().value();
  EXPECT_EQ(old.version, 0);
  EXPECT_EQ(accounts_.save_account(old).value().version, 1);
}

TEST_F(TreasuryUse, ASaveOfWhatIsGoneDoesNotBringItBack) {
  const auto read = accounts_.open_account(account('A')).value();
  accounts_.close_account(id('A')).value();
  const auto saved = accounts_.save_account(read);
  EXPECT_EQ(saved.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(saved.error().message,
            "save_account: there is no item ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAA/ACCOUNT");
  EXPECT_EQ(saved.error().item, std::nullopt);
  EXPECT_EQ(accounts_.get_account(id('A')).value(), std::nullopt);
}

TEST_F(TreasuryUse, EveryUpdateCountsAndTheReaderNotices) {
  const auto read = accounts_.open_account(account('A')).value();
  EXPECT_EQ(accounts_.rename_account(id('A'), "other").value().version, 2);
  EXPECT_EQ(accounts_.deposit(id('A'), 5).value().version, 3);
  EXPECT_EQ(accounts_.write_account(read).value().version, 4);
  EXPECT_EQ(accounts_.write_off(id('A')).value().version, 5);
  EXPECT_EQ(lost_to(accounts_.save_account(read)).version, 5);
}

TEST_F(TreasuryUse, AnUpdateOfAnItemWithoutAVersionGivesItOne) {
  store_without_version(account('A'));
  EXPECT_EQ(accounts_.deposit(id('A'), 5, 0).value().version, 1);
  EXPECT_EQ(lost_to(accounts_.deposit(id('A'), 5, 0)).balance, 5);
  EXPECT_EQ(accounts_.write_account(account('B')).value().version, 1);  // made by the upsert
}

TEST_F(TreasuryUse, AnUpdateMayAskForTheVersionThatWasRead) {
  accounts_.open_account(account('A')).value();
  EXPECT_EQ(accounts_.rename_account(id('A'), "other", 1).value().version, 2);
  EXPECT_EQ(lost_to(accounts_.rename_account(id('A'), "third", 1)).name, "other");
  EXPECT_EQ(lost_to(accounts_.deposit(id('A'), 5, 1)).balance, 0);
  EXPECT_EQ(lost_to(accounts_.write_off(id('A'), 1)).state, AccountState::open);
  EXPECT_EQ(accounts_.write_off(id('A'), 2).value().version, 3);
  EXPECT_EQ(accounts_.deposit(id('B'), 5, 3).error().message,
            "deposit: there is no item ACCOUNT#01ARZ3NDEKTSV4RRFFQ69G5FAB/ACCOUNT");
}

TEST_F(TreasuryUse, ADeleteMayAskForTheVersionThatWasRead) {
  accounts_.close_account(id('A')).value();
  EXPECT_EQ(accounts_.close_account(id('A'), 1).error().code, ErrorCode::condition_failed);
  const auto read = accounts_.open_account(account('A')).value();
  accounts_.deposit(id('A'), 5).value();
  EXPECT_EQ(lost_to(accounts_.close_account(id('A'), read.version)).balance, 5);
  accounts_.close_account(id('A'), 2).value();
  EXPECT_EQ(accounts_.get_account(id('A')).value(), std::nullopt);
}

TEST_F(TreasuryUse, WhatIsPutBesideAMoveIsCountedToo) {
  accounts_.open_account(account('A')).value();
  Statement statement;
  statement.account_id = id('A');
  statement.text = "settled";
  accounts_.settle_account(id('A'), {.statement = statement}, 1).value();
  EXPECT_EQ(accounts_.get_account(id('A')).value()->version, 2);
  EXPECT_EQ(accounts_.get_statement(id('A')).value()->revision, 1);

  accounts_.open_account(account('B')).value();
  statement.account_id = id('B');
  statement.revision = 4;  // of a statement that is not there
  const auto settled = accounts_.settle_account(id('B'), {.statement = statement});
  EXPECT_EQ(settled.error().code, ErrorCode::transaction_cancelled);
  EXPECT_EQ(accounts_.get_account(id('B')).value()->state, AccountState::open);
  EXPECT_EQ(lost_to(accounts_.settle_account(id('B'), {.statement = statement}, 9)).version, 1);
}

TEST_F(TreasuryUse, AnExpiredItemCountsAsAbsent) {
  Lease lease;
  lease.name = "leader";
  lease.holder = "a";
  lease.until = std::chrono::floor<std::chrono::seconds>(clock_.now()) + std::chrono::minutes(1);
  const auto held = leases_.take_lease(lease).value();
  lease.holder = "b";
  EXPECT_EQ(leases_.take_lease(lease).error().code, ErrorCode::condition_failed);
  clock_.advance(std::chrono::minutes(2));
  lease.until += std::chrono::hours(1);
  auto late = held;
  late.until = lease.until;
  EXPECT_EQ(leases_.take_lease(late).error().message,
            "take_lease: there is no item LEASE#leader/LEASE")
      << "what was held has run out";
  EXPECT_EQ(leases_.drop_lease("leader", held.version).error().code, ErrorCode::condition_failed);
  EXPECT_EQ(leases_.take_lease(lease).value().holder, "b");
}

TEST_F(TreasuryUse, ManyWritersLoseNoUpdate) {
  // Without an observer, which compares call by call.
  const treasury::AccountRepository accounts(*behind_, {.clock = clock_});
  accounts.open_account(account('A')).value();
  constexpr int kWriters = 8;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      for (;;) {
        auto read = accounts.get_account(id('A')).value().value();
        read.balance += 1;
        const auto saved = accounts.save_account(read);
        if (saved) return;
        ASSERT_EQ(saved.error().code, ErrorCode::condition_failed) << saved.error().message;
      }
    });
  }
  for (auto& writer : writers) writer.join();
  const auto read = accounts.get_account(id('A')).value().value();
  EXPECT_EQ(read.balance, kWriters);
  EXPECT_EQ(read.version, kWriters + 1);
}

}  // namespace
