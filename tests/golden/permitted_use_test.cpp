// Patterns that no other test of use calls: so that every permission of every policy is needed.

#include "ledger/invoice_repository.hpp"
#include "ledger/payment_repository.hpp"
#include "ledger/table.hpp"
#include "macros.hpp"
#include "memory_test.hpp"
#include "orders/counter_repository.hpp"
#include "orders/table.hpp"
#include "social/avatar_repository.hpp"
#include "social/table.hpp"
#include "tasks/table.hpp"
#include "tasks/task_repository.hpp"
#include "treasury/account_repository.hpp"
#include "treasury/lease_repository.hpp"
#include "treasury/table.hpp"
#include "words/class_repository.hpp"
#include "words/table.hpp"

#include <chrono>
#include <vector>

#include <gtest/gtest.h>

namespace {

using PermittedUse = keywright::testing::MemoryTest;

TEST_F(PermittedUse, AnExpiredItemMakesWayForAnUpsert) {
  orders::create_table(*database_).value();
  const orders::CounterRepository counters(*database_, options());
  orders::Counter counter;
  counter.label = "home";
  counter.hits = 5;
  counters.track(counter).value();
  clock_.advance(std::chrono::days(3));
  counter.hits = 1;
  EXPECT_EQ(counters.track(counter).value().hits, 1);

  words::create_table(*database_).value();
  const words::ClassRepository classes(*database_, options());
  words::Item item;
  item.class_ = "a";
  item.now = time("2026-01-02T03:04:05.678Z");
  classes.write_item(item).value();
  clock_.advance(std::chrono::days(30));
  EXPECT_TRUE(classes.write_item(item));
}

TEST_F(PermittedUse, WhatIsNotThereIsNotRead) {
  ledger::create_table(*database_).value();
  const ledger::InvoiceRepository invoices(*database_, options());
  EXPECT_FALSE(invoices.get_invoice(id('A')).value());
  const ledger::PaymentRepository payments(*database_, options());
  EXPECT_FALSE(payments.get_payment(id('A')).value());
  treasury::create_table(*database_).value();
  const treasury::LeaseRepository leases(*database_, options());
  EXPECT_FALSE(leases.get_lease("a").value());
  const treasury::AccountRepository accounts(*database_, options());
  EXPECT_TRUE(accounts.accounts_named("a").value().items.empty());
  const std::vector<treasury::EntryKey> keys{{id('A'), id('B')}};
  EXPECT_FALSE(accounts.get_entries(keys).value().items.at(0));
}

TEST_F(PermittedUse, AvatarsAndLogs) {
  social::create_table(*database_).value();
  const social::AvatarRepository avatars(*database_, options());
  social::Avatar avatar;
  avatar.handle = "ada";
  avatars.set_avatar(avatar).value();
  EXPECT_EQ(avatars.get_avatar("ada").value(), avatar);
  tasks::create_table(*database_).value();
  const tasks::TaskRepository tasks(*database_, options());
  std::vector<tasks::LogLineKey> lines(1);
  lines[0].line_id = "a";
  EXPECT_TRUE(tasks.drop_logs(lines).value().complete());
}

}  // namespace
