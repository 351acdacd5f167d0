// Generated C++ repositories in this process and generated Python ones on boto3 work on the same
// tables: each reads what the other wrote, changes it under the same conditions, and goes on with
// the other's cursors.

#include "orders/counter_repository.hpp"
#include "orders/customer_repository.hpp"
#include "orders/table.hpp"
#include "research/job_repository.hpp"
#include "research/table.hpp"
#include "shop/customer_repository.hpp"
#include "shop/table.hpp"
#include <keywright/engine.hpp>
#include <keywright/server.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

// The same in python_shared.py.
const Ulid kOurs = *Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const Ulid kTheirs = *Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAW");

Timestamp time(std::string_view text) {
  return *parse_timestamp(text);
}

class PythonShared : public ::testing::Test {
 protected:
  // Runs a function of python_shared.py while the engine is served.
  void run(const std::string& function, const std::string& argument = "-") {
    SingleBackend backend(*engine_);
    auto server = Server::listen(backend, {.port = 0});
    ASSERT_TRUE(server) << server.error().message;
    std::thread serving([&] { EXPECT_TRUE(server.value()->run()); });
    const std::string command = "PYTHONPATH=" KEYWRIGHT_PACKAGES
                                " PYTHONDONTWRITEBYTECODE=1 " KEYWRIGHT_PYTHON " " KEYWRIGHT_SCRIPT
                                " " +
                                server.value()->url() + " " + function + " " + argument;
    const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
    server.value()->stop();
    serving.join();
    ASSERT_EQ(0, status) << function;
  }

  const std::unique_ptr<Engine> engine_ = Engine::in_memory();
  const RepositoryOptions options_{.cursor_secret = "shared"};
};

TEST_F(PythonShared, JobsCollectionsAndMoves) {
  ASSERT_TRUE(research::create_table(*engine_));
  const research::JobRepository jobs(*engine_, options_);
  ASSERT_TRUE(jobs.create_job(
      {.job_id = kOurs, .created_at = time("2026-01-02T03:04:05.678Z"), .topic = "tides"}));
  std::vector<research::Finding> findings;
  for (const char last : {'0', '1', '2'}) {
    findings.push_back({.job_id = kOurs,
                        .finding_id = std::string("000000000000000") + last,
                        .body = std::string("body ") + last});
  }
  ASSERT_TRUE(jobs.put_findings(findings));
  run("jobs");

  EXPECT_EQ(research::JobStatus::running, jobs.get_job(kOurs).value()->status);
  const auto theirs = jobs.get_job_with_findings(kTheirs).value();
  ASSERT_TRUE(theirs);
  EXPECT_EQ((research::Job{.job_id = kTheirs,
                           .status = research::JobStatus::failed,
                           .created_at = time("2026-02-03T04:05:06.789Z"),
                           .topic = "Größe #1",
                           .error = "timeout"}),
            theirs->job);
  ASSERT_EQ(40U, theirs->findings.size());
  EXPECT_EQ("finding 39", theirs->findings.back().body);
  EXPECT_EQ("all of it", theirs->report.value().text);
  // Where the keys of the index must be, if both write them alike.
  const auto failed = jobs.list_jobs_by_status(research::JobStatus::failed).value();
  ASSERT_EQ(1U, failed.size());
  EXPECT_EQ(kTheirs, failed.items.front().job_id);
  const auto refused = jobs.start(kTheirs);
  ASSERT_FALSE(refused);
  EXPECT_EQ(ErrorCode::condition_failed, refused.error().code);
  // A move of ours from where they left our item.
  EXPECT_EQ(research::JobStatus::succeeded, jobs.succeed(kOurs).value().status);
}

TEST_F(PythonShared, ValuesOfEveryTypeShardsAndCursors) {
  ASSERT_TRUE(orders::create_table(*engine_));
  const orders::CustomerRepository customers(*engine_, options_);
  orders::Customer ada;
  ada.customer_id = kOurs;
  ada.name = "Ada";
  ada.address = {.street = "Main", .kind = orders::CustomerAddressKind::work, .lines = {"a", "b"}};
  ada.addresses = {{.street = "Side", .since = *parse_date("2020-02-29")}, {.street = "Lane"}};
  ada.attributes = std::map<std::string, std::string>{{"colour", "red"}};
  ada.tags = {"x", "y"};
  ada.balance = *Number::parse("-1000.12345678901234567890123456789");
  ada.balance = *Number::parse("999.12345678901234567890123456789");
  ada.rating = 4.1;
  ada.note = "a \"quoted\" note";
  ada.tier = orders::CustomerTier::plus;
  ada.seen_at = time("2026-01-01T00:00:00.001Z");
  ada.joined_at = time("2025-01-01T00:00:00.000Z");
  ada.extra = AttributeValue::list({AttributeValue("text"), AttributeValue(Number(7)),
                                    AttributeValue::null(), AttributeValue::boolean(true)});
  ASSERT_TRUE(customers.save_customer(ada));
  for (int i = 0; i < 9; ++i) {
    auto other = ada;
    auto bytes = kOurs.bytes();
    bytes[15] = static_cast<std::uint8_t>(i);
    other.customer_id = Ulid(bytes);
    other.joined_at = time("2025-02-0" + std::to_string(i + 1) + "T00:00:00.000Z");
    ASSERT_TRUE(customers.save_customer(other));
  }
  // They go on with the list where this cursor ends.
  const auto first = customers.recent_customers({.limit = 4}).value();
  ASSERT_EQ(4U, first.size());
  run("customers", first.next_cursor.value());

  const auto grace = customers.get_customer(kTheirs).value();
  ASSERT_TRUE(grace);
  auto expected = ada;
  expected.customer_id = kTheirs;
  expected.name = "Grace";
  expected.tier = orders::CustomerTier::default_;
  expected.class_ = 3;
  expected.joined_at = time("2024-06-01T00:00:00.000Z");
  EXPECT_EQ(expected, *grace);
  const auto tier = customers.list_tier(orders::CustomerTier::default_, 3).value();
  ASSERT_EQ(1U, tier.size());
  EXPECT_EQ(expected, tier.items.front());
  // In the shard where we look for it, and at its place among all.
  std::vector<std::string> names;
  for (const auto& row : customers.each_recent_customer()) names.push_back(row.value().name);
  ASSERT_EQ(11U, names.size());
  EXPECT_EQ("Grace", names.back());
  // Their cursor, written into a name.
  const auto ours = customers.get_customer(kOurs).value().value();
  const auto rest = customers.recent_customers({.limit = 100, .cursor = ours.note}).value();
  ASSERT_EQ(3U, rest.size());
  EXPECT_EQ("Grace", rest.items.back().name);
  // An order of theirs moves on, with the condition on its state.
  const auto placed = customers.get_order(kTheirs, *parse_date("2026-03-01"), 17).value();
  ASSERT_TRUE(placed);
  EXPECT_EQ(*Number::parse("12.5"), placed->total);
  EXPECT_EQ(Binary("\x01\x02"), placed->payload);
  EXPECT_EQ(orders::OrderState::paid, customers.pay(kTheirs, placed->placed_on, 17).value().state);
  EXPECT_FALSE(customers.pay(kTheirs, placed->placed_on, 17));
}

TEST_F(PythonShared, UniqueValuesAndVersions) {
  ASSERT_TRUE(shop::create_table(*engine_));
  const shop::CustomerRepository customers(*engine_, options_);
  const shop::Customer ada{
      .tenant_id = "acme", .customer_id = kOurs, .email = "a@x.org", .name = "Ada"};
  ASSERT_TRUE(customers.create_customer(ada));
  run("unique");
  // They could not take our address, and we cannot take theirs.
  auto other = ada;
  other.customer_id = *Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAX");
  other.email = "g@x.org";
  const auto taken = customers.create_customer(other);
  ASSERT_FALSE(taken);
  EXPECT_EQ("email", keywright::taken(taken.error()));
  // They changed ours once.
  const auto stored = customers.get_customer("acme", kOurs).value().value();
  EXPECT_EQ(2, stored.version);
  EXPECT_EQ("Ada Lovelace", stored.name);
}

}  // namespace
}  // namespace keywright
