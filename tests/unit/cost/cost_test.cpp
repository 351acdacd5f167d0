#include "cost/cost.hpp"

#include "cost/population.hpp"
#include "model/reader.hpp"

#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>

namespace keywright::cost {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct Costed {
  model::Model model;
  plan::Plan plan;
  Report report;

  [[nodiscard]] const PatternCost& pattern(const std::string& name) const {
    for (const auto& each : report.patterns) {
      if (each.traffic.name == name) return each;
    }
    throw std::invalid_argument(name);
  }
  [[nodiscard]] const StorageCost& stored(const std::string& entity,
                                          const std::string& index = "") const {
    for (const auto& each : report.storage) {
      if (each.entity == entity && each.index == index) return each;
    }
    throw std::invalid_argument(entity);
  }
  [[nodiscard]] double alternative(const std::string& part) const {
    for (const auto& each : report.tables.front().alternatives) {
      if (each.name.find(part) != std::string::npos) return each.dollars;
    }
    throw std::invalid_argument(part);
  }
};

Costed cost_text(const std::string& text, const Prices& prices = default_prices()) {
  auto read = model::read_model(text, "m.yaml");
  if (!read.model) throw std::invalid_argument(model::render_text(read.diagnostics, read.source));
  Costed costed{std::move(*read.model), {}, {}};
  costed.plan = plan::make_plan(costed.model);
  costed.report = cost_of(costed.model, costed.plan, prices);
  return costed;
}

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(KEYWRIGHT_MODELS) + "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

Prices month_of_30_days() {
  auto prices = default_prices();
  prices.hours_per_month = 720;  // 2,592,000 s
  return prices;
}

// Sizes as AWS's own calculator was given them: a job of 900 B, 22 items of 3,200 B, findings of
// 2.5 KB, index entries of 200 B.
const std::string calculator = R"(keywright: 1
name: calculator
access_patterns:
  get_job:       {op: get, entity: Job, by: [job_id], consistency: strong, rate: {avg: 100, peak: 100}}
  job_items:     {op: query, entity: Part, by: [job_id], max_items: 202, rate: {avg: 20, peak: 20}}
  by_status:     {op: query, entity: Job, by: [status], order: created_at desc, page: 50, fields: [job_id, topic, created_at], rate: {avg: 5, peak: 5}}
  transition:    {op: transition, entity: Job, by: [job_id], rate: {avg: 10, peak: 10}}
  put_findings:  {op: batch_put, entity: Finding, items: {avg: 20, max: 200}, rate: {avg: 5, peak: 5}}
entities:
  Job:
    count: 1000
    fields:
      job_id:     {type: ulid}
      status:     {type: enum, values: [queued, running]}
      created_at: {type: timestamp}
      topic:      {type: binary, length: 38}
      body:       {type: binary, length: 675}
    key: {pk: "JOB#{job_id}", sk: METADATA}
    indexes: {gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}}
    states: {field: status, initial: queued, final: [running], moves: {start: {from: queued, to: running}}}
  Part:
    per_parent: {of: Job, avg: 22}
    fields: {job_id: {type: ulid}, part: {type: ulid}, body: {type: binary, length: 3070}}
    key: {pk: "JOB#{job_id}", sk: "PART#{part}"}
  Finding:
    per_parent: {of: Job, avg: 20}
    fields: {job_id: {type: ulid}, finding: {type: ulid}, body: {type: binary, length: 2400}}
    key: {pk: "JOB#{job_id}", sk: "FINDING#{finding}"}
table:
  name: calculator
  keys: {partition: pk, sort: sk}
  indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [job_id, topic, created_at]}}}
)";

TEST(Cost, AgreesWithTheCalculatorOfAws) {
  const auto costed = cost_text(calculator, month_of_30_days());
  EXPECT_NEAR(costed.plan.item_sizes[0].avg, 900, 20);
  EXPECT_NEAR(costed.stored("Job", "gsi1").bytes - 100, 200, 10);
  EXPECT_NEAR(costed.plan.item_sizes[1].avg, 3200, 50);
  EXPECT_NEAR(costed.plan.item_sizes[2].avg, 2560, 50);

  EXPECT_NEAR(costed.pattern("get_job").total(), 32.40, 0.005);
  EXPECT_EQ(costed.pattern("job_items").traffic.read_units, 9);
  EXPECT_NEAR(costed.pattern("job_items").total(), 58.32, 0.005);
  EXPECT_NEAR(costed.pattern("transition.start").writes, 16.20, 0.005);
  EXPECT_NEAR(costed.pattern("transition.start").indexes, 32.40, 0.005);
  EXPECT_EQ(costed.pattern("put_findings").traffic.table_units, 60);
  EXPECT_NEAR(costed.pattern("put_findings").total(), 486.00, 0.005);
  EXPECT_EQ(costed.pattern("by_status").traffic.read_units, 1.5);
  EXPECT_NEAR(costed.pattern("by_status").total(), 2.43, 0.005);
  EXPECT_NEAR(costed.report.tables.front().on_demand, 32.40 + 58.32 + 16.20 + 32.40 + 486 + 2.43,
              0.005);
}

// 100 writes of 1 WRU per second at the peak, `avg` of them on average; nothing else.
Costed writes(double avg, const std::string& table = "") {
  auto text = std::string(R"(keywright: 1
name: writes
access_patterns:
  put: {op: put, entity: Entry, rate: {peak: 100, avg: AVG}}
entities:
  Entry:
    count: 1000000
    fields: {name: {type: ulid}, body: {type: binary, length: 500}}
    key: {pk: {field: name}}
table:
  name: writes
  keys: {partition: name}
)");
  text.replace(text.find("AVG"), 3, std::to_string(avg));
  return cost_text(text + table);
}

TEST(Cost, OfOtherWaysToPay) {
  const auto costed = writes(50);
  const double on_demand = 50 * 730 * 3600 * 0.625e-6;
  EXPECT_NEAR(costed.report.tables.front().requests, on_demand, 1e-6);
  EXPECT_NEAR(costed.report.tables.front().utilisation, 0.5, 1e-9);
  // ceil(100 / 0.7) write units and one read unit.
  EXPECT_NEAR(costed.alternative("for the peak at 70%"), 730 * (143 * 0.00065 + 0.00013), 1e-6);
  // Ideal scaling at 70% costs 41.3% of on demand.
  EXPECT_NEAR(costed.alternative("scaled with the load") / on_demand, 0.413, 0.0005);
  const double one_year = 730 * (150.0 / 8760 + 0.0128) / 100;
  const double one_year_read = 730 * (30.0 / 8760 + 0.0025) / 100;
  EXPECT_NEAR(costed.alternative("1 year"), 143 * one_year + one_year_read, 1e-6);
  EXPECT_LT(costed.alternative("3 years"), costed.alternative("1 year"));
}

// Provisioned capacity wins from an average of 41.3% of the peak on, and not below.
TEST(Cost, BreaksEvenWhereItSays) {
  const auto below = writes(41);
  const auto above = writes(42);
  EXPECT_LT(below.report.tables.front().on_demand, below.alternative("for the peak at 70%"));
  EXPECT_GT(above.report.tables.front().on_demand, above.alternative("for the peak at 70%"));
}

TEST(Cost, OfDeclaredCapacityIsWhatIsDeclared) {
  EXPECT_NEAR(writes(50, "  billing: {mode: provisioned, read: 10, write: 200}\n")
                  .report.tables.front()
                  .requests,
              730 * (10 * 0.00013 + 200 * 0.00065), 1e-6);
  // Scales between 20 and 60 units: 50 / 0.5 would be 100.
  EXPECT_NEAR(writes(50,
                     "  billing: {mode: provisioned, read: 1, write: 20, autoscale: {max_read: 1, "
                     "max_write: 60, target: 50}}\n")
                  .report.tables.front()
                  .requests,
              730 * (0.00013 + 60 * 0.00065), 1e-6);
}

TEST(Cost, OfStorageCountsWhatDynamoDbAdds) {
  const auto costed = writes(50, "  point_in_time_recovery: true\n");
  const auto& stored = costed.stored("Entry");
  // Names and values of three attributes, and 100 B.
  const double bytes = (5 + 5) + (4 + 26) + (4 + 500) + 100;
  EXPECT_EQ(stored.bytes, bytes);
  EXPECT_NEAR(stored.dollars, bytes * 1e6 / 1e9 * 0.25, 1e-9);
  EXPECT_NEAR(costed.report.tables.front().recovery, bytes * 1e6 / 1e9 * 0.2, 1e-9);
}

// Infrequent access: requests 1.25 times, storage 0.4 times.
TEST(Cost, OfTheOtherClass) {
  const auto standard = writes(1).report.tables.front();
  const auto infrequent = writes(1, "  class: infrequent_access\n").report.tables.front();
  EXPECT_NEAR(standard.other_class, standard.requests * 1.25 + standard.storage * 0.4, 1e-9);
  EXPECT_NEAR(infrequent.total(), standard.other_class, 1e-9);
  EXPECT_NEAR(infrequent.other_class, standard.total(), 1e-9);
}

TEST(Cost, OfTheReferenceModel) {
  const auto costed = cost_text(file_text("research.model.yaml"));
  // 20 findings of 3 WRU, 5 times a second.
  EXPECT_NEAR(costed.pattern("put_findings").total(), 5 * 60 * 730 * 3600 * 0.625e-6, 0.005);
  EXPECT_EQ(costed.pattern("get_job").traffic.calls.avg, 20);
  EXPECT_EQ(costed.pattern("transition_status.start").traffic.calls.avg, 10.0 / 3);
  // Written 10 times a second, and kept for 30 days.
  EXPECT_EQ(costed.stored("RawFetch").items, 10.0 * 30 * 24 * 3600);
  EXPECT_EQ(costed.stored("Finding").items, 200000.0 * 20);
  EXPECT_EQ(costed.stored("Job", "gsi1").items, 200000);
  EXPECT_THAT(costed.report.notes, Contains(HasSubstr("9 of 11 patterns have no average rate")));

  const auto text = render_text(costed.report, "research");
  EXPECT_THAT(text, HasSubstr("prices of us-east-1 since 2024-11-01"));
  EXPECT_THAT(text, HasSubstr("put_findings"));
  EXPECT_THAT(text, HasSubstr("from an average of 41.3% of the peak on"));
  EXPECT_THAT(text, HasSubstr("25,920,000"));
  const auto json = render_json(costed.report, "research.model.yaml");
  EXPECT_THAT(json, HasSubstr("\"prices_effective\": \"2024-11-01\""));
  EXPECT_THAT(json, HasSubstr("{\"pattern\": \"get_job\", \"op\": \"get\", \"calls_avg\": 20,"));
}

// A step costs the table twice what it costs alone.
TEST(Cost, OfATransaction) {
  const auto costed = cost_text(file_text("shop.model.yaml"));
  const auto& create = costed.pattern("create_order").traffic;
  const auto& place = costed.pattern("place_order").traffic;
  EXPECT_EQ(place.table_units, 2 * create.table_units + 2);
  EXPECT_EQ(place.index_units(), create.index_units());
}

TEST(Cost, OfATransactionInTwoTablesGoesToEach) {
  const auto costed = cost_text(R"(keywright: 1
name: two
profile: development
access_patterns:
  put_a: {op: put, entity: A, rate: {peak: 1}}
  put_b: {op: put, entity: B, rate: {peak: 1}}
  get_a: {op: get, entity: A, by: [id], rate: {peak: 1}}
  get_b: {op: get, entity: B, by: [id], rate: {peak: 1}}
  of_b:  {op: query, entity: B, by: [kind], page: 10, rate: {peak: 1}}
  both:  {op: transact, steps: [put_b, put_a], rate: {peak: 1}}
entities:
  A:
    table: first
    fields: {id: ulid}
    key: {pk: "A#{id}", sk: A}
  B:
    table: second
    fields: {id: ulid, kind: {type: string, max: 20}}
    key: {pk: "B#{id}", sk: B}
    indexes: {by_kind: {pk: "KIND#{kind}"}}
tables:
  first: {name: first, keys: {partition: pk, sort: sk}}
  second: {name: second, keys: {partition: pk, sort: sk}, indexes: {by_kind: {partition: kind_pk}}}
)");
  std::vector<std::pair<std::size_t, double>> rows;
  for (const auto& each : costed.report.patterns) {
    if (each.traffic.name == "both") {
      rows.emplace_back(each.traffic.table, each.traffic.write_units());
    }
  }
  // Twice a unit in each table, and one in the index of the second.
  EXPECT_THAT(rows, ::testing::UnorderedElementsAre(std::pair(0U, 2.0), std::pair(1U, 3.0)));
}

// A read costs twice a strong one, and writes nothing.
TEST(Cost, OfATransactionThatReads) {
  const auto costed = cost_text(file_text("treasury.model.yaml"));
  const auto& both = costed.pattern("both_accounts").traffic;
  EXPECT_EQ(both.table_units, 0);
  // Two accounts, and two entries or more, of 2 RRU each.
  EXPECT_GE(both.read_units, 4 * 2);
  EXPECT_EQ(std::fmod(both.read_units, 2), 0);
}

// The item twice, as it is a transaction, and its sentinel; the sentinel that goes too if the value
// changes.
TEST(Cost, OfWritingWhatIsUnique) {
  const auto costed = cost_text(R"(keywright: 1
name: users
access_patterns:
  create: {op: create, entity: User, rate: {peak: 1}}
  rename: {op: patch, entity: User, by: [id], set: [email], rate: {peak: 1}}
  remove: {op: delete, entity: User, by: [id], rate: {peak: 1}}
entities:
  User:
    count: 1000
    fields: {id: ulid, email: {type: string, length: 20}}
    key: {pk: "USER#{id}", sk: USER}
    unique: [email]
table: {name: users, keys: {partition: pk, sort: sk}}
)");
  EXPECT_EQ(costed.pattern("create").traffic.table_units, 2 + 2);
  EXPECT_EQ(costed.pattern("rename").traffic.table_units, 2 + 2 + 2);
  EXPECT_EQ(costed.pattern("remove").traffic.table_units, 2 + 2);
}

// The target that the model declares, not the one that is common.
TEST(Cost, BreaksEvenByTheTargetDeclared) {
  const auto costed = writes(50,
                             "  billing: {mode: provisioned, read: 1, write: 20, autoscale: "
                             "{max_read: 1, max_write: 60, target: 50}}\n");
  EXPECT_NEAR(costed.report.tables.front().break_even, 0.289 / 0.5, 0.001);
  EXPECT_THAT(render_text(costed.report, "writes"),
              HasSubstr("from an average of 57.8% of the peak on\n  (28.9% / 50.0%:"));
  EXPECT_THAT(render_json(costed.report, "writes"), HasSubstr("\"break_even\": 0.57777"));
}

// Steps of a transaction bring items into being.
TEST(Cost, OfWhatTransactionsCreate) {
  const auto costed = cost_text(R"(keywright: 1
name: log
access_patterns:
  put_a: {op: put, entity: A, rate: {avg: 1}}
  both:  {op: transact, steps: [put_a, {op: create, entity: B}], rate: {avg: 2}}
entities:
  A: {ttl: {field: gone, after: 100s}, fields: {id: ulid, gone: epoch_seconds}, key: {pk: "A#{id}"}}
  B: {ttl: {field: gone, after: 100s}, fields: {id: ulid, gone: epoch_seconds}, key: {pk: "B#{id}"}}
table: {name: log, keys: {partition: pk}, ttl: gone}
)");
  EXPECT_EQ(costed.stored("A").items, (1 + 2) * 100);
  EXPECT_EQ(costed.stored("B").items, 2 * 100);
}

// A step for each of a list brings as many into being, also beside its moves.
TEST(Cost, OfWhatAStepForEachOfAListCreates) {
  const auto costed = cost_text(R"(keywright: 1
name: log
access_patterns:
  some: {op: transact, steps: [{op: create, entity: B, each: {avg: 5}}], rate: {avg: 2}}
  ends: {op: transact, steps: [{op: transition, entity: A, by: [id], each: {avg: 3}}], rate: {avg: 4}}
entities:
  A:
    fields: {id: ulid, state: {type: enum, values: [open, done]}}
    key: {pk: "A#{id}"}
    states: {field: state, initial: open, final: [done], moves: {end: {from: open, to: done, also_put: B}}}
  B: {ttl: {field: gone, after: 100s}, fields: {id: ulid, gone: epoch_seconds}, key: {pk: "B#{id}"}}
table: {name: log, keys: {partition: pk}, ttl: gone}
)");
  EXPECT_EQ(costed.stored("B").items, (2 * 5 + 4 * 3) * 100);
}

// What a transaction states itself costs what it would as a pattern: reads are reads, and entries
// of indexes count.
TEST(Cost, OfATransactionIsThatOfItsSteps) {
  const auto costed = cost_text(R"(keywright: 1
name: cart
profile: development
access_patterns:
  put_stock: {op: put, entity: Stock, rate: {peak: 1}}
  create:    {op: create, entity: Order, rate: {peak: 1}}
  process:   {op: transition, entity: Order, by: [id], rate: {peak: 1}}
  list:      {op: query, entity: Order, by: [shop], page: 10, using: by_shop, rate: {peak: 1}}
  reserve:
    op: transact
    steps:
      - {op: patch, entity: Stock, by: [sku], add: [free], condition: "free >= :wanted"}
      - {op: patch, entity: Order, by: [id], add: [total], condition: "state = open"}
    rate: {peak: 1}
  correct:   {op: transact, steps: [{op: patch, entity: Order, by: [id], add: [total]}], rate: {peak: 1}}
  look:
    op: transact
    steps:
      - {op: get, entity: Stock, by: [sku]}
      - {op: get, entity: Order, by: [id], consistency: strong}
    rate: {peak: 1}
entities:
  Stock:
    fields: {sku: ulid, free: int}
    key: {pk: "STOCK#{sku}", sk: STOCK}
  Order:
    fields: {id: ulid, shop: ulid, state: {type: enum, values: [open, placed]}, total: {type: int, default: 0}}
    key: {pk: "ORDER#{id}", sk: ORDER}
    indexes: {by_shop: {pk: "SHOP#{shop}", sk: "{id}", when: state = placed}}
    states: {field: state, initial: open, final: [placed], moves: {place: {from: open, to: placed}}}
table:
  name: cart
  keys: {partition: pk, sort: sk}
  indexes: {by_shop: {partition: shop_pk, sort: shop_sk, sparse: [Order]}}
)");
  const auto writes = [&](const char* name) { return costed.pattern(name).traffic.write_units(); };
  EXPECT_EQ(writes("create"), 1) << "an open order is in no index";
  EXPECT_EQ(writes("process.place"), 2) << "a placed one is";
  EXPECT_EQ(writes("reserve"), 4) << "nor is it while it is open";
  EXPECT_EQ(writes("correct"), 3) << "it may be";
  EXPECT_EQ(writes("look"), 0);
  EXPECT_EQ(costed.pattern("look").traffic.read_units, 4);
}

TEST(Cost, OfEntriesThatAreNotInAnIndex) {
  const auto costed = cost_text(file_text("tasks.model.yaml"));
  // Three of four states, and an assignee in half of the cases.
  EXPECT_EQ(costed.stored("Task", "open").items, 10000 * 0.75 / 2);
  EXPECT_TRUE(costed.stored("Task", "open").estimated);
}

// By hand: what the runtime stores for "UNIQUE#Member#email#red#a@b" in average lengths.
TEST(Cost, OfWhatKeepsValuesUnique) {
  const auto costed = cost_text(R"(keywright: 1
name: club
access_patterns:
  join: {op: create, entity: Member, rate: {avg: 10, peak: 10}}
entities:
  Member:
    count: 1000
    fields:
      member_id: {type: ulid}
      email:     {type: string, charset: "[a-z]", length: 20}
      handle:    {type: string, charset: "[a-z]", length: 8, optional: true}
    key: {pk: "MEMBER#{member_id}", sk: MEMBER}
    unique: {email: [email], handle: handle}
table:
  name: club
  keys: {partition: pk, sort: sk}
)");
  const auto sentinels = [&](const std::string& rule) {
    for (const auto& each : costed.report.storage) {
      if (each.unique == rule) return each;
    }
    throw std::invalid_argument(rule);
  };
  // pk and UNIQUE#Member#email# with 20 letters, sk and UNIQUE, owner with a list of MEMBER# and 26
  // letters, and of MEMBER.
  EXPECT_EQ(sentinels("email").bytes, 2 + 20 + 20 + 2 + 6 + 5 + 3 + 1 + 33 + 1 + 6 + 100);
  EXPECT_EQ(sentinels("email").items, 1000);
  EXPECT_FALSE(sentinels("email").estimated);
  EXPECT_EQ(sentinels("handle").items, 500) << "half of the members have one";
  EXPECT_TRUE(sentinels("handle").estimated);
  double stored = 0;
  for (const auto& each : costed.report.storage) stored += each.all_bytes();
  EXPECT_NEAR(costed.report.tables.front().storage, stored / 1e9 * 0.25, 1e-12);
  EXPECT_THAT(render_text(costed.report, "club"), HasSubstr("  unique email"));
  EXPECT_THAT(render_json(costed.report, "m.yaml"), HasSubstr(R"("unique": "email")"));
  // The member and two sentinels, in a transaction.
  EXPECT_EQ(costed.pattern("join").traffic.table_units, 6);
}

// Each parent has a quadrillion children, which are parents.
TEST(Cost, IsANumberOfAnyModel) {
  std::string entities;
  for (int i = 1; i < 30; ++i) {
    const auto n = std::to_string(i);
    entities += "  E" + n + ": {per_parent: {of: E" + std::to_string(i - 1) +
                ", avg: 1000000000000000}, fields: {id: ulid}, key: {pk: \"E" + n + "#{id}\"}}\n";
  }
  const auto costed = cost_text(
      "keywright: 1\nname: deep\naccess_patterns: {}\nentities:\n"
      "  E0: {count: 9223372036854775807, fields: {id: ulid}, key: {pk: \"E#{id}\"}}\n" +
      entities + "table: {name: deep, keys: {partition: pk}}\n");
  EXPECT_TRUE(std::isfinite(costed.report.total()));
  EXPECT_THAT(render_json(costed.report, "deep"), ::testing::Not(HasSubstr("inf")));
}

TEST(Cost, GroupsThousands) {
  EXPECT_EQ(dollars_text(0), "0.00");
  EXPECT_EQ(dollars_text(999.999), "1,000.00");
  EXPECT_EQ(dollars_text(1234567.891), "1,234,567.89");
  EXPECT_EQ(dollars_text(123.4), "123.40");
}

}  // namespace
}  // namespace keywright::cost
