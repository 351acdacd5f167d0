// The databases of `keywright serve`, used, made, freed and put back by several threads at once.

#include "engine_backend.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::cli {
namespace {

using testing::HasSubstr;

constexpr int kThreads = 4;
constexpr std::int64_t kNow = 1'700'000'000;

template <class Work>
void together(int threads, Work work) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back(work, i);
  for (auto& thread : all) thread.join();
}

CreateTableRequest table_request() {
  CreateTableRequest request;
  request.table_name = "Tab";
  request.attribute_definitions = {{"pk", AttributeType::string}};
  request.key_schema = {{"pk", KeyType::hash}};
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

apply::ModelTable model_table() {
  apply::ModelTable table;
  table.definition = table_request();
  return table;
}

PutItemRequest put_request(const std::string& key) {
  return {.table_name = "Tab", .item = {{"pk", key}, {"n", 1}}};
}

std::size_t tables_of(Database& database) {
  return database.list_tables({}).value().table_names.size();
}

TEST(EngineBackend, FirstRequestsAtOnceGetOneDatabase) {
  EngineBackend backend({.isolate = true, .tables = {model_table()}});
  ASSERT_TRUE(backend.prepare());
  constexpr int kTenants = 20;
  together(kThreads, [&](int thread) {
    for (int i = 0; i < kTenants; ++i) {
      const auto database = backend.database("key" + std::to_string(i), "eu-west-1");
      ASSERT_TRUE(database);
      EXPECT_TRUE((*database)->put_item(put_request("p" + std::to_string(thread))));
    }
  });
  for (int i = 0; i < kTenants; ++i) {
    const auto database = backend.database("key" + std::to_string(i), "eu-west-1");
    EXPECT_EQ((*database)->scan({.table_name = "Tab"}).value().count, kThreads);
  }
}

// The clock is asked when an engine makes its tables: there the one that is being made waits.
TEST(EngineBackend, MakingADatabaseKeepsNobodyWaiting) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_open = true;
  bool is_waiting = false;
  const Clock gate = [&] {
    std::unique_lock lock(mutex);
    is_waiting = !is_open;
    changed.notify_all();
    changed.wait(lock, [&] { return is_open; });
    return TimePoint(std::chrono::seconds(kNow));
  };
  EngineBackend backend({.isolate = true, .clock = gate, .tables = {model_table()}});
  ASSERT_TRUE(backend.prepare());
  ASSERT_TRUE(backend.database("old", ""));
  is_open = false;
  std::thread slow([&] { EXPECT_TRUE(backend.database("new", "")); });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_waiting; });
  }
  EXPECT_EQ(tables_of(**backend.database("old", "")), 1U);
  {
    const std::lock_guard lock(mutex);
    is_open = true;
    changed.notify_all();
  }
  slow.join();
}

TEST(EngineBackend, FreesTheEmptyDatabaseThatWasNotUsedForLongest) {
  EngineBackend backend({.isolate = true, .max_databases = 3});
  ASSERT_TRUE(backend.prepare());
  EXPECT_TRUE((*backend.database("full", ""))->create_table(table_request()));
  const std::weak_ptr<Database> first = *backend.database("first", "");
  const std::weak_ptr<Database> second = *backend.database("second", "");
  ASSERT_TRUE(backend.database("first", ""));  // again
  ASSERT_TRUE(backend.database("third", ""));
  EXPECT_TRUE(second.expired());
  EXPECT_FALSE(first.expired());
  EXPECT_EQ(tables_of(**backend.database("full", "")), 1U);
}

TEST(EngineBackend, FreesNoDatabaseThatIsHeldOrHasASnapshot) {
  EngineBackend backend({.isolate = true, .max_databases = 2});
  ASSERT_TRUE(backend.prepare());
  auto held = *backend.database("held", "");
  ASSERT_TRUE(backend.database("kept", ""));
  ASSERT_TRUE(backend.snapshot({.access_key_id = "kept"}, "mine"));
  const auto refused = backend.database("new", "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exception, "LimitExceededException");
  EXPECT_THAT(refused.error().message, HasSubstr("--isolate keeps 2 databases at most"));
  EXPECT_THAT(refused.error().message, HasSubstr("--max-databases"));
  held.reset();
  EXPECT_TRUE(backend.database("new", ""));
  EXPECT_TRUE(backend.restore({.access_key_id = "kept"}, "mine"));
}

TEST(EngineBackend, ManyTenantsInLittleRoomLoseNoTable) {
  EngineBackend backend({.isolate = true, .max_databases = 16});
  ASSERT_TRUE(backend.prepare());
  together(kThreads, [&](int thread) {
    const std::string own = "own" + std::to_string(thread);
    ASSERT_TRUE((*backend.database(own, ""))->create_table(table_request()));
    for (int i = 0; i < 200; ++i) {
      const auto key = std::to_string(thread) + "/" + std::to_string(i);
      const auto passing = backend.database(key, "");
      ASSERT_TRUE(passing) << passing.error().message;
      EXPECT_EQ(tables_of(**passing), 0U);
      const auto put = (*backend.database(own, ""))->put_item(put_request(key));
      ASSERT_TRUE(put) << put.error().message;
      if (i % 10 == 0) backend.delete_expired_items(10);
    }
  });
  for (int thread = 0; thread < kThreads; ++thread) {
    const auto database = backend.database("own" + std::to_string(thread), "");
    EXPECT_EQ((*database)->scan({.table_name = "Tab"}).value().count, 200);
  }
}

struct Shape {
  bool isolate;
  bool is_emulating;
};

class PuttingBack : public testing::TestWithParam<Shape> {};

// The table is in every state that is put back, so that no request may fail; what it holds is what
// the snapshot held and what was put since.
TEST_P(PuttingBack, MeetsRequestsInFlightAndItself) {
  ManualClock clock{TimePoint(std::chrono::seconds(kNow))};
  EngineBackendOptions options{
      .isolate = GetParam().isolate, .manual_clock = clock, .tables = {model_table()}};
  if (GetParam().is_emulating) {
    options.emulation.throttle = true;
    options.emulation.index_lag = std::chrono::milliseconds(5);
    options.emulation.read_lag = std::chrono::milliseconds(5);
  }
  EngineBackend backend(std::move(options));
  ASSERT_TRUE(backend.prepare());
  const auto use = [&] { return *backend.database("AKID", "us-east-1"); };
  ASSERT_TRUE(use()->put_item(put_request("base")));
  ASSERT_TRUE(backend.snapshot({}, "base"));

  constexpr int kRequests = 300;
  std::atomic<int> working = kThreads;
  together(kThreads + 3, [&](int thread) {
    for (int i = 0; thread < kThreads && i < kRequests; ++i) {
      const auto key = std::to_string(thread) + "/" + std::to_string(i);
      const auto put = use()->put_item(put_request(key));
      ASSERT_TRUE(put) << put.error().exception << ": " << put.error().message;
      const auto got =
          use()->get_item({.table_name = "Tab", .key = {{"pk", key}}, .consistent_read = true});
      ASSERT_TRUE(got) << got.error().exception << ": " << got.error().message;
      if (got->item) {
        EXPECT_EQ(got->item->find("n"), AttributeValue(1));
      }
    }
    if (thread < kThreads) {
      --working;
      return;
    }
    while (working > 0) {
      Result<void> done;
      if (thread == kThreads) done = backend.restore({}, "base");
      if (thread == kThreads + 1) done = backend.reset({});
      if (thread == kThreads + 2) done = backend.snapshot({}, "other");
      EXPECT_TRUE(done);
      backend.delete_expired_items(10);
    }
  });
  ASSERT_TRUE(backend.restore({}, "base"));
  const auto scanned = use()->scan({.table_name = "Tab", .consistent_read = true});
  ASSERT_TRUE(scanned) << scanned.error().message;
  ASSERT_EQ(scanned->count, 1);
  EXPECT_EQ(scanned->items[0].find("pk"), AttributeValue("base"));
  ASSERT_TRUE(backend.reset({}));
  EXPECT_EQ(use()->scan({.table_name = "Tab", .consistent_read = true}).value().count, 0);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PuttingBack,
                         testing::Values(Shape{false, false}, Shape{true, false},
                                         Shape{false, true}, Shape{true, true}));

// A model's tables are there from the beginning, and what was ACTIVE once stays so.
TEST(EngineBackend, TablesStayActiveWhenTheClockIsSetBack) {
  ManualClock clock{TimePoint(std::chrono::seconds(kNow))};
  EngineBackend backend({.manual_clock = clock,
                         .tables = {model_table()},
                         .emulation = {.control_plane_delay = std::chrono::seconds(2)}});
  ASSERT_TRUE(backend.prepare());
  auto database = *backend.database("", "");
  const auto status = [&](const char* table) {
    return database->describe_table({.table_name = table}).value().table.table_status;
  };
  CreateTableRequest request = table_request();
  request.table_name = "Mine";
  ASSERT_TRUE(database->create_table(request));
  clock.advance(std::chrono::seconds(3));
  ASSERT_TRUE(backend.set_clock(TimePoint(std::chrono::seconds(1000))));
  EXPECT_EQ(status("Tab"), TableStatus::active);
  EXPECT_EQ(status("Mine"), TableStatus::active);
  request.table_name = "Later";
  ASSERT_TRUE(database->create_table(request));
  EXPECT_EQ(status("Later"), TableStatus::creating);
  ASSERT_TRUE(backend.set_clock(TimePoint(std::chrono::seconds(1002))));
  EXPECT_EQ(status("Later"), TableStatus::active);
  ASSERT_TRUE(database->delete_table({.table_name = "Mine"}));
  EXPECT_EQ(status("Mine"), TableStatus::deleting);
  ASSERT_TRUE(backend.set_clock(TimePoint(std::chrono::seconds(1004))));
  EXPECT_FALSE(database->describe_table({.table_name = "Mine"}));
  ASSERT_TRUE(backend.reset({}));
  EXPECT_EQ(status("Tab"), TableStatus::active);
  EXPECT_TRUE(database->put_item(put_request("a")));
}

TEST(EngineBackend, OneDatabaseForEverybodyIsNotTakenForThatOfOne) {
  EngineBackend backend({.tables = {model_table()}});
  ASSERT_TRUE(backend.prepare());
  const auto database = *backend.database("", "");
  ASSERT_TRUE(database->put_item(put_request("a")));
  const BackendScope worker{.access_key_id = "worker1", .region = "mars-1", .is_named = true};
  const auto reset = backend.reset(worker);
  ASSERT_FALSE(reset);
  EXPECT_EQ(reset.error().exception, "ValidationException");
  EXPECT_THAT(reset.error().message, HasSubstr("or start it with --isolate"));
  EXPECT_FALSE(backend.snapshot(worker, "s"));
  ASSERT_TRUE(backend.snapshot({}, "s"));
  EXPECT_FALSE(backend.restore(worker, "s"));
  EXPECT_FALSE(backend.delete_snapshot(worker, "s"));
  EXPECT_EQ(database->scan({.table_name = "Tab"}).value().count, 1);
  EXPECT_TRUE(backend.reset({.access_key_id = "worker1", .region = "mars-1"}))
      << "that signed alone";
}

TEST(EngineBackend, SnapshotsOfADatabaseThatIsNotThereFail) {
  EngineBackend backend({.isolate = true});
  ASSERT_TRUE(backend.prepare());
  ASSERT_TRUE(backend.database("worker1", "eu-west-1"));
  const BackendScope typo{.access_key_id = "typo", .is_named = true};
  EXPECT_EQ(backend.snapshot(typo, "s").error().message,
            "There is no database of the access key 'typo' yet; the first request that it signs "
            "makes one");
  EXPECT_TRUE(backend.snapshot({.access_key_id = "worker1", .is_named = true}, "s"));
  EXPECT_TRUE(backend.reset(typo)) << "it would be new";
}

}  // namespace
}  // namespace keywright::cli
