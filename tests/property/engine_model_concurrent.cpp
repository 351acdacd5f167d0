// Several threads on one engine: each sees its own items as if it were alone, transactions show
// themselves whole, and indexes follow whatever is written meanwhile.

#include "engine_model_driver.hpp"
#include "seeds.hpp"
#include <keywright/engine.hpp>

#include <atomic>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

namespace keywright::model_test {
namespace {

constexpr std::size_t kThreads = 4;

void in_parallel(const std::vector<std::function<void()>>& tasks) {
  std::vector<std::thread> threads;
  threads.reserve(tasks.size());
  for (const auto& task : tasks) threads.emplace_back(task);
  for (auto& thread : threads) thread.join();
}

/// Creates and deletes an index that no driver reads, so that it is filled while they write.
void disturb(Engine& engine, const std::string& table, const std::atomic<bool>& stop) {
  GlobalSecondaryIndex index;
  index.index_name = "disturbing";
  index.key_schema = {{"a", KeyType::hash}, {"n", KeyType::range}};
  index.projection.projection_type = ProjectionType::all;
  UpdateTableRequest create;
  create.table_name = table;
  create.attribute_definitions = {{"a", AttributeType::string}, {"n", AttributeType::number}};
  create.global_secondary_index_updates = {CreateGlobalSecondaryIndexAction{index}};
  UpdateTableRequest remove;
  remove.table_name = table;
  remove.global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{index.index_name}};
  while (!stop) {
    const auto created = engine.update_table(create);
    ASSERT_TRUE(created) << created.error().message;
    const auto removed = engine.update_table(remove);
    ASSERT_TRUE(removed) << removed.error().message;
  }
}

/// All threads together wrote what their models hold.
void check_totals(Engine& engine, const std::vector<Driver>& drivers) {
  const Model& any = drivers.front().model();
  for (const auto& table : any.tables()) {
    const auto described = engine.describe_table({table}).value().table;
    const auto count = [&](const std::string& index) {
      std::size_t total = 0;
      for (const Driver& driver : drivers) total += driver.model().entries(table, index).size();
      return static_cast<std::int64_t>(total);
    };
    EXPECT_EQ(described.item_count, count(""));
    for (const auto* indexes :
         {&described.global_secondary_indexes, &described.local_secondary_indexes}) {
      for (const auto& index : *indexes) EXPECT_EQ(index.item_count, count(index.index_name));
    }
  }
}

TEST(EngineConcurrency, ThreadsSeeTheirOwnItemsAsIfAlone) {
  constexpr std::size_t kSteps = 400;
  for (const std::uint64_t seed : property::seeds(6)) {
    Dice dice(seed);
    const auto engine = Engine::in_memory({.seed = 1});
    auto tables = random_tables(dice);
    // The index that disturbs may not forbid what the models allow: they know of it as well.
    for (TableSpec& table : tables) {
      table.indexes.push_back({"own",
                               true,
                               {{"a", AttributeType::string}},
                               {{"n", AttributeType::number}},
                               ProjectionType::keys_only,
                               {}});
      ASSERT_TRUE(engine->create_table(create_table_request(table)));
    }
    std::vector<Driver> drivers;
    for (std::size_t i = 0; i < kThreads; ++i) {
      drivers.emplace_back(*engine, tables, dice.number(), i, false);
    }
    std::atomic<bool> stop = false;
    std::atomic<std::size_t> running = kThreads;
    std::vector<std::function<void()>> tasks;
    for (Driver& driver : drivers) {
      tasks.emplace_back([&] {
        for (std::size_t i = 0; i < kSteps && !testing::Test::HasFailure(); ++i) driver.step();
        if (--running == 0) stop = true;
      });
    }
    tasks.emplace_back([&] { disturb(*engine, "TabA", stop); });
    in_parallel(tasks);
    for (Driver& driver : drivers) {
      if (!testing::Test::HasFailure()) driver.check_all();
      ASSERT_FALSE(testing::Test::HasFailure()) << property::repeat(seed) << driver.log();
    }
    check_totals(*engine, drivers);
    ASSERT_FALSE(testing::Test::HasFailure()) << property::repeat(seed);
  }
}

// Money is moved between accounts by transactions and never made.

class Bank {
 public:
  static constexpr int kAccounts = 8;
  static constexpr int kMoney = 100;

  /// Accounts in one partition, or each in its own.
  explicit Bank(bool together) : together_(together) {
    CreateTableRequest request;
    request.table_name = "Accounts";
    request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
    request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::number}};
    request.billing_mode = BillingMode::pay_per_request;
    EXPECT_TRUE(engine_->create_table(request));
    for (int i = 0; i < kAccounts; ++i) {
      ItemBuilder account(key(i));
      account.set_number("balance", kMoney);
      EXPECT_TRUE(engine_->put_item({.table_name = "Accounts", .item = account.build()}));
    }
  }

  /// From one account to two others; refused if there is too little on it.
  void transfer(Dice& dice) {
    std::vector<int> accounts;
    for (int i = 0; i < kAccounts; ++i) accounts.push_back(i);
    accounts = dice.some(accounts, 3);
    const int amount = static_cast<int>(1 + dice.below(30));
    TransactWriteItemsRequest request;
    request.transact_items = {change(accounts[0], -2 * amount), change(accounts[1], amount),
                              change(accounts[2], amount)};
    const auto done = engine_->transact_write_items(request);
    if (!done) {
      EXPECT_EQ(done.error().reasons.at(0).code, "ConditionalCheckFailed") << done.error().message;
    }
  }

  [[nodiscard]] int total_by_transaction() const {
    TransactGetItemsRequest request;
    for (int i = 0; i < kAccounts; ++i) {
      TransactGet get;
      get.table_name = "Accounts";
      get.key = key(i);
      request.transact_items.push_back(std::move(get));
    }
    int total = 0;
    const auto read = engine_->transact_get_items(request).value();
    for (const auto& item : read.responses) total += balance(*item);
    return total;
  }

  /// Goes some way, and back to where it was.
  void turn_back(Dice& dice) {
    const EngineSnapshot snapshot = engine_->snapshot();
    for (std::size_t i = dice.below(10); i > 0; --i) transfer(dice);
    engine_->restore(snapshot);
  }

  /// Of accounts in one partition.
  [[nodiscard]] int total_by_query() const {
    QueryRequest request;
    request.table_name = "Accounts";
    request.key_condition_expression = "pk = :bank";
    request.expression_attribute_values = {{":bank", "bank"}};
    int total = 0;
    const auto page = engine_->query(request).value();
    for (const Item& item : page.items) total += balance(item);
    return total;
  }

 private:
  [[nodiscard]] Key key(int account) const {
    return {{"pk", together_ ? "bank" : "bank" + std::to_string(account)}, {"sk", account}};
  }
  static int balance(const Item& item) {
    return static_cast<int>(item.find("balance")->as_number().to_int64().value());
  }
  [[nodiscard]] TransactUpdate change(int account, int amount) const {
    TransactUpdate update;
    update.table_name = "Accounts";
    update.key = key(account);
    update.update_expression = "ADD balance :amount";
    update.expression_attribute_values = {{":amount", amount}};
    if (amount < 0) {
      update.condition_expression = "balance >= :least";
      update.expression_attribute_values.emplace_back(":least", -amount);
    }
    return update;
  }

  std::unique_ptr<Engine> engine_ = Engine::in_memory({.seed = 1});
  bool together_;
};

void run_bank(Bank& bank, bool together) {
  constexpr int kTransfers = 1500;
  std::atomic<int> writers = 2;
  std::vector<std::function<void()>> tasks;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    tasks.emplace_back([&, seed] {
      Dice dice(seed);
      for (int i = 0; i < kTransfers; ++i) bank.transfer(dice);
      --writers;
    });
  }
  for (int reader = 0; reader < 2; ++reader) {
    tasks.emplace_back([&] {
      do {
        ASSERT_EQ(bank.total_by_transaction(), Bank::kAccounts * Bank::kMoney);
        if (together) {
          ASSERT_EQ(bank.total_by_query(), Bank::kAccounts * Bank::kMoney);
        }
      } while (writers > 0);
    });
  }
  in_parallel(tasks);
  EXPECT_EQ(bank.total_by_transaction(), Bank::kAccounts * Bank::kMoney);
}

TEST(EngineConcurrency, TransactionsOverPartitionsKeepTheSum) {
  Bank bank(false);
  run_bank(bank, false);
}

TEST(EngineConcurrency, TransactionsWithinAPartitionKeepTheSumForQueriesToo) {
  Bank bank(true);
  run_bank(bank, true);
}

TEST(EngineConcurrency, RestoredAccountsKeepTheSum) {
  Bank bank(false);
  std::atomic<bool> done = false;
  std::thread restorer([&] {
    Dice dice(3);
    while (!done) bank.turn_back(dice);
  });
  run_bank(bank, false);
  done = true;
  restorer.join();
  EXPECT_EQ(bank.total_by_transaction(), Bank::kAccounts * Bank::kMoney);
}

TEST(EngineConcurrency, ATokenIsUsedOnceByAllThreads) {
  const auto engine = Engine::in_memory({.seed = 1});
  CreateTableRequest table;
  table.table_name = "Counters";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  ASSERT_TRUE(engine->create_table(table));
  constexpr int kTokens = 300;
  std::vector<std::function<void()>> tasks(kThreads, [&] {
    for (int token = 0; token < kTokens; ++token) {
      TransactUpdate update;
      update.table_name = "Counters";
      update.key = {{"pk", "1"}};
      update.update_expression = "ADD n :one";
      update.expression_attribute_values = {{":one", 1}};
      TransactWriteItemsRequest request;
      request.transact_items = {update};
      request.client_request_token = std::to_string(token);
      const auto done = engine->transact_write_items(request);
      if (!done) {
        ASSERT_EQ(done.error().exception, "TransactionInProgressException");
      }
    }
  });
  in_parallel(tasks);
  const auto counted = engine->get_item({.table_name = "Counters", .key = {{"pk", "1"}}}).value();
  EXPECT_EQ(counted.item->find("n")->as_number(), Number(kTokens));
}

}  // namespace
}  // namespace keywright::model_test
