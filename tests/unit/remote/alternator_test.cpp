#include "remote/alternator.hpp"

#include "fake_transport.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>

namespace keywright::remote {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

class AlternatorTest : public testing::Test {
 protected:
  AlternatorTest() {
    options_.clock = [this] { return now_; };
    traffic_.answers = {answer(200, R"(["10.0.0.1","10.0.0.2","10.0.0.3"])")};
  }

  EndpointProvider& endpoints() {
    if (!endpoints_) {
      endpoints_ = make_alternator_endpoints({false, "10.0.0.1", 8000, "/"}, options_,
                                             std::make_unique<FakeTransport>(traffic_));
    }
    return *endpoints_;
  }
  std::string pick(const EndpointQuery& query = {}) { return endpoints().pick(query, {})->host; }
  std::string pick_for(const Key& key, std::size_t attempt = 1) {
    return pick({.operation = "GetItem", .table_name = "t", .key = &key, .attempt = attempt});
  }
  void fail(const std::string& host) { endpoints().report({false, host, 8000, "/"}, false); }
  std::set<std::string> picked() {
    std::set<std::string> hosts;
    for (int i = 0; i < 12; ++i) hosts.insert(pick());
    return hosts;
  }

  std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
  AlternatorOptions options_;
  Traffic traffic_;
  std::shared_ptr<EndpointProvider> endpoints_;
};

TEST(AlternatorNodes, AreAnArrayOfNames) {
  EXPECT_THAT(*parse_nodes(R"(["a", "b"])"), ElementsAre("a", "b"));
  for (const auto* text : {"", "[]", "{}", "[1]", R"([""])", "[\"a\"", "<html>"}) {
    EXPECT_EQ(parse_nodes(text), std::nullopt) << text;
  }
}

TEST_F(AlternatorTest, SpreadsRequestsOverAllNodesOfTheList) {
  EXPECT_THAT(picked(), ElementsAre("10.0.0.1", "10.0.0.2", "10.0.0.3"));
  ASSERT_EQ(traffic_.requests.size(), 1u);
  EXPECT_EQ(http::to_string(traffic_.requests[0].url), "http://10.0.0.1:8000/localnodes");
  EXPECT_EQ(traffic_.requests[0].method, "GET");
}

TEST_F(AlternatorTest, AsksAgainOnceTheListIsOld) {
  pick();
  now_ += milliseconds(9'999);
  pick();
  EXPECT_EQ(traffic_.requests.size(), 1u);
  traffic_.answers = {answer(200, R"(["10.0.0.9"])")};
  now_ += milliseconds(1);
  EXPECT_EQ(pick(), "10.0.0.9");
  EXPECT_EQ(traffic_.requests.size(), 2u);
}

TEST_F(AlternatorTest, KeepsTheListWhereItGetsNoNewOne) {
  pick();
  traffic_.answers = {answer(500, "")};
  now_ += milliseconds(10'000);
  EXPECT_EQ(picked().size(), 2u);  // without the node that was asked
  traffic_.answers = {answer(200, "[]")};
  now_ += milliseconds(10'000);
  EXPECT_EQ(picked().size(), 2u);
}

TEST_F(AlternatorTest, LeavesANodeOutThatFailsAndLongerEachTime) {
  pick();
  fail("10.0.0.2");
  EXPECT_THAT(picked(), ElementsAre("10.0.0.1", "10.0.0.3"));
  now_ += milliseconds(500);
  EXPECT_EQ(picked().size(), 3u);
  fail("10.0.0.2");
  now_ += milliseconds(999);
  EXPECT_EQ(picked().size(), 2u);
  now_ += milliseconds(1);
  EXPECT_EQ(picked().size(), 3u);
  endpoints().report({false, "10.0.0.2", 8000, "/"}, true);
  fail("10.0.0.2");
  now_ += milliseconds(500);
  EXPECT_EQ(picked().size(), 3u);
}

TEST_F(AlternatorTest, StillPicksANodeWhenAllFail) {
  pick();
  for (const auto* host : {"10.0.0.1", "10.0.0.2", "10.0.0.3"}) fail(host);
  EXPECT_EQ(picked().size(), 3u);
}

TEST_F(AlternatorTest, SendsAPartitionToOneNodeIfAskedTo) {
  options_.partition_key = "pk";
  std::map<std::string, int> counts;
  for (int i = 0; i < 300; ++i) {
    const Key first{{"pk", AttributeValue(std::to_string(i))}, {"sk", AttributeValue("a")}};
    const Key second{{"pk", AttributeValue(std::to_string(i))}, {"sk", AttributeValue("b")}};
    const auto host = pick_for(first);
    EXPECT_EQ(pick_for(second), host);
    ++counts[host];
  }
  EXPECT_EQ(counts.size(), 3u);
  for (const auto& [host, count] : counts) EXPECT_GT(count, 50) << host;
}

TEST_F(AlternatorTest, MovesOnlyThePartitionsOfANodeThatFails) {
  options_.partition_key = "pk";
  std::vector<std::string> before;
  const auto key_of = [](int i) { return Key{{"pk", AttributeValue(std::to_string(i))}}; };
  for (int i = 0; i < 100; ++i) before.push_back(pick_for(key_of(i)));
  fail("10.0.0.2");
  for (std::size_t i = 0; i < 100; ++i) {
    const auto after = pick_for(key_of(static_cast<int>(i)));
    EXPECT_NE(after, "10.0.0.2");
    if (before[i] != "10.0.0.2") {
      EXPECT_EQ(after, before[i]);
    }
  }
}

}  // namespace
}  // namespace keywright::remote
