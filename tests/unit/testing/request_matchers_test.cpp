#include <keywright/request_matchers.hpp>

#include <string>
#include <vector>

namespace keywright {
namespace {

using namespace matchers;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StringMatchResultListener;

UpdateItemRequest start() {
  UpdateItemRequest request;
  request.table_name = "app";
  request.key = {{"pk", "JOB#1"}, {"sk", "METADATA"}};
  request.update_expression = "SET #s = :to, n = n + :one";
  request.condition_expression = "#s = :from";
  request.expression_attribute_names = {{"#s", "status"}};
  request.expression_attribute_values = {{":to", "running"}, {":from", "queued"}, {":one", 1}};
  return request;
}

TransactWriteItemsRequest both() {
  TransactWriteItemsRequest request;
  request.transact_items = {
      TransactPut{.table_name = "app", .item = {{"pk", "A"}, {"sk", "1"}, {"x", 5}}},
      TransactDelete{.table_name = "old",
                     .key = {{"pk", "B"}},
                     .condition_expression = "attribute_exists(y)"}};
  return request;
}

template <class Matcher, class Request>
std::string explain(const Matcher& matcher, const Request& request) {
  StringMatchResultListener listener;
  EXPECT_FALSE(testing::Matcher<Request>(matcher).MatchAndExplain(request, &listener));
  return listener.str();
}

TEST(RequestMatchers, SayWhatARequestAsksFor) {
  EXPECT_THAT(start(), IsOperation("UpdateItem"));
  EXPECT_THAT(start(), OnTable("app"));
  EXPECT_THAT(start(), Not(OnTable("other")));
  EXPECT_THAT(start(), HasKey({{"pk", "JOB#1"}, {"sk", "METADATA"}}));
  EXPECT_THAT(start(), Not(HasKey({{"pk", "JOB#1"}})));
  EXPECT_THAT(start(), Not(HasKey({{"pk", "JOB#1"}, {"sk", 1}})));
  EXPECT_THAT(start(), HasConditionOn("status"));
  EXPECT_THAT(start(), Not(HasConditionOn("n")));
  EXPECT_THAT(start(), HasCondition("status = \"queued\""));
  EXPECT_THAT(start(), Sets("status", "running"));
  EXPECT_THAT(start(), Not(Sets("status", "queued")));
  EXPECT_THAT(start(), Not(Sets("n", 1)));
  EXPECT_THAT(start(), HasUpdate(HasSubstr("n = n + 1")));
  EXPECT_THAT(start(), AsJson(HasSubstr(R"(":one":{"N":"1"})")));
}

TEST(RequestMatchers, SayWhereAQueryReads) {
  QueryRequest request;
  request.index_name = "gsi1";
  request.key_condition_expression = "a = :a";
  request.filter_expression = "b = :a";
  request.expression_attribute_values = {{":a", "x"}};
  EXPECT_THAT(request, AllOf(OnIndex("gsi1"), HasKeyCondition("a = \"x\""), HasFilter("b = \"x\""),
                             Not(ReadsConsistently())));
  request.index_name.reset();
  request.consistent_read = true;
  EXPECT_THAT(request, AllOf(OnIndex(""), ReadsConsistently()));
}

TEST(RequestMatchers, LookAtEachPartOfATransaction) {
  EXPECT_THAT(both(), AllOf(HasKey({{"pk", "A"}, {"sk", "1"}}), HasKey({{"pk", "B"}})));
  EXPECT_THAT(both(), AllOf(IsOperation("TransactWriteItems"), IsOperation("DeleteItem"),
                            Not(IsOperation("UpdateItem"))));
  EXPECT_THAT(BatchGetItemRequest(), IsOperation("BatchGetItem"));
  EXPECT_THAT(both(), Puts("x", 5));
  EXPECT_THAT(both(), Not(Puts("x", "5")));
  EXPECT_THAT(both(), Parts(ElementsAre(AllOf(IsOperation("PutItem"), OnTable("app")),
                                        AllOf(IsOperation("DeleteItem"), HasConditionOn("y")))));
  EXPECT_THAT(both(), Not(Parts(ElementsAre(HasConditionOn("y"), HasConditionOn("y")))));
}

TEST(RequestMatchers, MatchARequestOfAnyKind) {
  const std::vector<AnyRequest> requests = {start(), both()};
  EXPECT_THAT(requests, ElementsAre(Sets("status", "running"), Puts("x", 5)));
}

TEST(RequestMatchers, ShowTheRequestThatDoesNotMatch) {
  EXPECT_EQ(
      explain(Sets("status", "done"), start()),
      "\n  it is: UpdateItem app {\"pk\":{\"S\":\"JOB#1\"},\"sk\":{\"S\":\"METADATA\"}} SET status"
      " = \"running\", n = n + 1 if status = \"queued\"");
  EXPECT_EQ(testing::DescribeMatcher<UpdateItemRequest>(Sets("status", "done")),
            "sets status = \"done\"");
  EXPECT_EQ(testing::DescribeMatcher<UpdateItemRequest>(HasKey({{"pk", 1}}), true),
            "not: has the key {\"pk\":{\"N\":\"1\"}}");
  EXPECT_EQ(testing::PrintToString(GetItemRequest{.table_name = "t", .key = {{"pk", "A"}}}),
            R"(GetItem {"TableName":"t","Key":{"pk":{"S":"A"}}})");
}

}  // namespace
}  // namespace keywright
