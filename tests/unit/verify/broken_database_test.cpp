// A database that does something wrong fails the patterns that need it, and no others.

#include "verifying.hpp"
#include <keywright/forwarding_database.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::verify {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;

/// Passes requests on as `change_*` makes them, and answers likewise.
class Broken final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;
  std::function<void(GetItemRequest&)> change_get{};
  std::function<void(QueryRequest&)> change_query{};
  std::function<void(ScanRequest&)> change_scan{};
  std::function<void(UpdateItemRequest&)> change_update{};
  std::function<void(PutItemRequest&)> change_put{};
  std::function<void(PageResponse&)> change_page{};
  std::function<void(BatchGetItemResponse&)> change_batch{};
  std::function<Result<TransactWriteItemsResponse>(const TransactWriteItemsRequest&)> transact{};

  Result<GetItemResponse> get_item(const GetItemRequest& request) override {
    return inner().get_item(changed(request, change_get));
  }
  Result<QueryResponse> query(const QueryRequest& request) override {
    return page(inner().query(changed(request, change_query)));
  }
  Result<ScanResponse> scan(const ScanRequest& request) override {
    return page(inner().scan(changed(request, change_scan)));
  }
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override {
    return inner().update_item(changed(request, change_update));
  }
  Result<PutItemResponse> put_item(const PutItemRequest& request) override {
    return inner().put_item(changed(request, change_put));
  }
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) override {
    auto answer = inner().batch_get_item(request);
    if (answer && change_batch) change_batch(*answer);
    return answer;
  }
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override {
    return transact ? transact(request) : inner().transact_write_items(request);
  }

 private:
  template <class Request>
  static Request changed(Request request, const std::function<void(Request&)>& change) {
    if (change) change(request);
    return request;
  }
  Result<PageResponse> page(Result<PageResponse> answer) const {
    if (answer && change_page) change_page(*answer);
    return answer;
  }
};

/// What is in no expression any more would be refused.
template <class Request>
void ignore_condition(Request& request) {
  request.condition_expression.reset();
  const auto has = [&](const std::string& placeholder) {
    std::string text;
    if constexpr (requires { request.update_expression; }) {
      text = request.update_expression.value_or("") + ' ';
    }
    for (const char end : {' ', ',', ')'}) {
      if (text.find(placeholder + end) != std::string::npos) return true;
    }
    return false;
  };
  std::erase_if(request.expression_attribute_names,
                [&](const auto& entry) { return !has(entry.first); });
  std::erase_if(request.expression_attribute_values,
                [&](const auto& entry) { return !has(entry.first); });
}

struct Fault {
  friend void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }
  std::string name;
  std::string model;
  std::function<void(Broken&)> install;
  std::vector<std::string> failing;  // patterns, all of them
};

const std::vector<Fault> kFaults{
    {"OrderIsIgnored",
     "research",
     [](Broken& broken) { broken.change_query = [](auto& r) { r.scan_index_forward = true; }; },
     {"list_jobs_by_status"}},
    {"PagesLoseTheirLastItem",
     "research",
     [](Broken& broken) {
       broken.change_page = [](auto& page) {
         if (page.items.size() == 2) page.items.pop_back();
       };
     },
     {"get_job_with_findings", "list_jobs_by_status"}},
    {"ThereIsOnePage",
     "research",
     [](Broken& broken) {
       broken.change_page = [](auto& page) { page.last_evaluated_key.reset(); };
     },
     {"get_job_with_findings", "list_jobs_by_status"}},
    {"ProjectionsAreIgnored",
     "research",
     [](Broken& broken) {
       broken.change_query = [](auto& r) {
         if (!r.projection_expression) return;
         r.projection_expression.reset();
         std::erase_if(r.expression_attribute_names, [&](const auto& entry) {
           return r.key_condition_expression->find(entry.first + ' ') == std::string::npos;
         });
       };
     },
     {"list_jobs_by_status"}},
    {"FiltersAreIgnored",
     "orders",
     [](Broken& broken) {
       broken.change_scan = [](auto& r) {
         r.filter_expression.reset();
         r.expression_attribute_names.clear();
         r.expression_attribute_values.clear();
       };
     },
     {"export_orders"}},
    {"ConditionsOfUpdatesAreIgnored",
     "research",
     [](Broken& broken) { broken.change_update = [](auto& r) { ignore_condition(r); }; },
     {"transition_status"}},
    {"ConditionsOfPutsAreIgnored",
     "research",
     [](Broken& broken) { broken.change_put = [](auto& r) { ignore_condition(r); }; },
     {"create_job"}},
    {"AnItemOfABatchIsLost",
     "orders",
     [](Broken& broken) {
       broken.change_batch = [](auto& answer) {
         for (auto& [table, items] : answer.responses) items.pop_back();
       };
     },
     {"get_orders"}},
    {"ThereAreNoTransactions",
     "shop",
     [](Broken& broken) {
       broken.transact = [](const auto&) -> Result<TransactWriteItemsResponse> {
         Error error;
         error.code = ErrorCode::validation;
         error.exception = "UnknownOperationException";
         return error;
       };
     },
     {"create_customer", "place_order"}},
    {"TransactionsGoThroughInPart",
     "shop",
     [](Broken& broken) {
       broken.transact = [&broken](const auto& request) -> Result<TransactWriteItemsResponse> {
         TransactWriteItemsResponse answer;
         std::optional<Error> failed;
         for (const auto& operation : request.transact_items) {
           TransactWriteItemsRequest one;
           one.transact_items = {operation};
           auto done = broken.ForwardingDatabase::transact_write_items(one);
           if (!done) failed = done.error();
         }
         if (failed) return *failed;
         return answer;
       };
     },
     {"create_customer", "place_order"}},
    {"BetweenLeavesOutItsEnd",
     "orders",
     [](Broken& broken) {
       broken.change_query = [](auto& r) {
         auto& text = *r.key_condition_expression;
         const auto between = text.find(" BETWEEN ");
         if (between == std::string::npos) return;
         // The upper end a little lower: all of an item's key that begins with it is cut off.
         for (auto& [name, value] : r.expression_attribute_values) {
           if (text.find(" AND " + name) == std::string::npos) continue;
           std::string upper(value.as_string());
           upper.back() = static_cast<char>(upper.back() - 1);
           value = AttributeValue(upper);
         }
       };
     },
     {"customer_orders", "orders_before", "orders_between", "orders_since"}},
};

class BrokenDatabase : public testing::TestWithParam<Fault> {};

TEST_P(BrokenDatabase, FailsThePatternsThatNeedWhatIsBroken) {
  const auto& fault = GetParam();
  const auto engine = Engine::in_memory();
  Broken broken(*engine);
  fault.install(broken);
  const auto report = verify_on(*engine, broken, read_test_model(fault.model));
  std::vector<std::string> failed;
  for (const auto& result : report.patterns) {
    if (result.outcome != Outcome::failed) continue;
    failed.push_back(result.pattern);
    EXPECT_NE(result.failure->what, "");
    EXPECT_NE(result.failure->exchange.request, "");
  }
  EXPECT_THAT(failed, IsSupersetOf(fault.failing)) << failures_of(report);
  EXPECT_EQ(failed.size(), fault.failing.size()) << failures_of(report);
}

INSTANTIATE_TEST_SUITE_P(Faults, BrokenDatabase, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return fault.param.name; });

TEST(BrokenDatabase, ThatTakesAnyVersionOrCountsNoneIsFound) {
  const auto model = read_test_model("treasury");
  const auto engine = Engine::in_memory();
  const auto find = [&](const std::function<void(Broken&)>& install, const char* pattern) {
    Broken broken(*engine);
    install(broken);
    const auto report = verify_on(*engine, broken, model);
    const auto& result = result_of(report, pattern);
    return result.failure ? result.failure->case_name : "nothing";
  };
  const std::string wrong = "version 2 instead of what is stored";
  EXPECT_EQ(find([](auto& broken) { broken.change_put = [](auto& r) { ignore_condition(r); }; },
                 "save_account"),
            wrong);
  const auto count_nothing = [](Broken& broken) {
    broken.change_update = [](auto& r) {
      for (auto& [name, value] : r.expression_attribute_values) {
        const bool is_count = r.update_expression->ends_with(" " + name);
        if (is_count) value = AttributeValue(0);
      }
    };
  };
  EXPECT_EQ(find(count_nothing, "rename_account"), "one that is there");
}

TEST(BrokenDatabase, ThatGivesAUniqueValueTwiceIsFound) {
  const auto engine = Engine::in_memory();
  const auto is_sentinel = [](const Item& item) {
    return item.find("pk")->as_string().starts_with("UNIQUE#");
  };
  const auto find = [&](const std::function<void(TransactWriteItemsRequest&)>& change,
                        const char* model, const char* pattern) {
    Broken broken(*engine);
    broken.transact = [&](TransactWriteItemsRequest request) {
      change(request);
      return broken.ForwardingDatabase::transact_write_items(request);
    };
    const auto report = verify_on(*engine, broken, read_test_model(model));
    const auto& failure = result_of(report, pattern).failure;
    return failure ? failure->case_name + ": " + failure->what : "nothing";
  };
  const auto take_any = [&](TransactWriteItemsRequest& request) {
    for (auto& each : request.transact_items) {
      if (auto* put = std::get_if<TransactPut>(&each); put && is_sentinel(put->item)) {
        ignore_condition(*put);
      }
    }
  };
  EXPECT_EQ(find(take_any, "store", "create_customer"),
            "the email of another: its condition must fail");
  EXPECT_EQ(find(take_any, "treasury", "save_member"),
            "the email of another: its condition must fail");
  EXPECT_EQ(find(take_any, "store", "change_email"),
            "the email of another: its condition must fail");
  EXPECT_EQ(find(take_any, "treasury", "reserve"), "the place of another: its condition must fail");
  const auto keep_all = [&](TransactWriteItemsRequest& request) {
    std::erase_if(request.transact_items, [&](const TransactWriteItem& each) {
      const auto* removal = std::get_if<TransactDelete>(&each);
      return removal != nullptr && is_sentinel(removal->key);
    });
  };
  EXPECT_THAT(find(keep_all, "store", "change_email"), HasSubstr("one that is there: "));
  EXPECT_THAT(find(keep_all, "store", "close_account"), HasSubstr("one that is there: "));
  EXPECT_THAT(find(keep_all, "treasury", "change_member"), HasSubstr("one that is there"));
}

TEST(BrokenDatabase, IsShownByTheRequestAndItsAnswer) {
  const auto engine = Engine::in_memory();
  Broken broken(*engine);
  broken.change_update = [](auto& request) { ignore_condition(request); };
  const auto report = verify_on(*engine, broken, read_test_model("research"));
  const auto& result = result_of(report, "transition_status");
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->case_name, "start: from running");
  EXPECT_EQ(result.failure->what, "its condition must fail");
  EXPECT_EQ(result.failure->exchange.operation, "UpdateItem");
  EXPECT_THAT(result.failure->exchange.request, HasSubstr("\"ConditionExpression\":\"#n0 = :v2\""));
  EXPECT_EQ(result.failure->exchange.answer, "accepted");
}

// An index that never sees an update.
TEST(BrokenDatabase, IsFoundByWhatIsInTheItem) {
  const auto engine = Engine::in_memory();
  Broken broken(*engine);
  broken.change_update = [](auto& request) {
    auto& text = *request.update_expression;
    const auto comma = text.find(", #n1 = :v1");
    if (comma == std::string::npos || text.find(", #n1 = :v1,") != std::string::npos) return;
    text.erase(comma, 11);
    std::erase_if(request.expression_attribute_names,
                  [](const auto& entry) { return entry.first == "#n1"; });
    std::erase_if(request.expression_attribute_values,
                  [](const auto& entry) { return entry.first == ":v1"; });
  };
  const auto report = verify_on(*engine, broken, read_test_model("research"));
  const auto& result = result_of(report, "transition_status");
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->what,
            R"(gsi1pk is {"S":"STATUS#queued"} and must be {"S":"STATUS#running"})");
}

// Telemetry has a table with an index of three key attributes, and another one.
TEST(BrokenDatabase, ThatRefusesATableFailsThePatternsOfThatTable) {
  class Refusing final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<TableResponse> create_table(const CreateTableRequest& request) override {
      for (const auto& index : request.global_secondary_indexes) {
        if (index.key_schema.size() <= 2) continue;
        Error error;
        error.code = ErrorCode::validation;
        error.exception = "ValidationException";
        error.message = "too many key attributes";
        return error;
      }
      return inner().create_table(request);
    }
  };
  const auto engine = Engine::in_memory();
  Refusing refusing(*engine);
  const auto report = verify_on(refusing, refusing, read_test_model("telemetry"));
  EXPECT_EQ(result_of(report, "read_room").outcome, Outcome::ok);
  const auto& result = result_of(report, "latest_readings");
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->what, "the table cannot be made");
  EXPECT_EQ(result.failure->exchange.operation, "CreateTable");
  EXPECT_EQ(result.failure->exchange.answer, "ValidationException: too many key attributes");
}

TEST(BrokenDatabase, ThatIsThrottledIsAskedAgain) {
  class Throttled final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    int kept_back = 0;
    Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
      auto first = request;
      BatchWriteItemResponse rest;
      for (auto& [table, writes] : first.request_items) {
        if (writes.size() > 1)
          rest.unprocessed_items[table].assign(writes.begin() + 1, writes.end());
        writes.resize(1);
      }
      ++kept_back;
      auto answer = inner().batch_write_item(first);
      if (!answer) return answer;
      return rest;
    }
  };
  const auto engine = Engine::in_memory();
  Throttled throttled(*engine);
  const auto report = verify_on(*engine, throttled, read_test_model("research"));
  EXPECT_TRUE(report.is_ok()) << failures_of(report);
  EXPECT_EQ(throttled.kept_back, 5);
}

}  // namespace
}  // namespace keywright::verify
