#include "guarding.hpp"

#include <gmock/gmock.h>

// Upserts, which may create an item: then its fields are those that its key says.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJobId;
using keywright::testing::kNow;
using keywright::testing::kNowSeconds;
using ::testing::HasSubstr;

constexpr const char* kOther = "01ARZ3NDEKTSV4RRFFQ69G5FAW";

class Upsert : public Guarding {
 protected:
  Upsert() : Guarding("writes") {}

  template <class Request>
  static Request count(std::string_view page) {
    Request request;
    request.table_name = "writes";
    request.key = {{"pk", "HITS#p"}, {"sk", "HITS"}};
    request.update_expression =
        "SET #t = :t, page = :p, since = if_not_exists(since, :s), gone_at = :g ADD hits :h";
    request.expression_attribute_names = {{"#t", "_type"}};
    request.expression_attribute_values = {{":t", "Hits"},
                                           {":p", AttributeValue(page)},
                                           {":s", kNow},
                                           {":g", kNowSeconds + 3600},
                                           {":h", 1}};
    return request;
  }
  static UpdateItemRequest write_user(std::string_view user) {
    UpdateItemRequest request;
    request.table_name = "writes";
    request.key = {{"pk", std::string("USER#a#") + kJobId}, {"sk", "USER"}};
    request.update_expression =
        "SET #t = :t, team = :a, user_id = :u, title = :i, born = if_not_exists(born, :b) "
        "REMOVE nick, due, first_pk, first_sk ADD hits :h";
    request.expression_attribute_names = {{"#t", "_type"}};
    request.expression_attribute_values = {
        {":t", "User"}, {":a", "a"},  {":u", AttributeValue(user)},
        {":i", "x"},    {":b", kNow}, {":h", 1}};
    return request;
  }
};

TEST_F(Upsert, FieldsSayWhatTheKeySays) {
  EXPECT_EQ(update(count<UpdateItemRequest>("p")), "count");
  EXPECT_EQ(update(write_user(kJobId)), "write_user");
}

TEST_F(Upsert, FieldsThatTheKeyContradicts) {
  EXPECT_THAT(
      update(count<UpdateItemRequest>("zz")),
      HasSubstr("(pk \"HITS#p\", sk \"HITS\", changes _type, gone_at, hits, page and since): "
                "its page is \"zz\", and its key says \"p\". Nearest: count = "));
  EXPECT_EQ(violation_.kind, ViolationKind::item_key);
  EXPECT_THAT(update(write_user(kOther)),
              HasSubstr("its user_id is \"01ARZ3NDEKTSV4RRFFQ69G5FAW\", and its key says "
                        "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\""));
}

TEST_F(Upsert, InATransactionToo) {
  TransactWriteItemsRequest request;
  request.transact_items = {count<TransactUpdate>("p")};
  EXPECT_EQ(outcome(guard_.transact_write_items(request)), "count");
  request.transact_items = {count<TransactUpdate>("zz")};
  EXPECT_THAT(outcome(guard_.transact_write_items(request)),
              HasSubstr("its page is \"zz\", and its key says \"p\""));
}

TEST_F(Upsert, WhatAClientSentIsPrintedWithoutControlCharacters) {
  auto request = count<UpdateItemRequest>("p");
  request.key = {{"pk", "x\n\x1b[31mFORGED\xc2\x9b\xe2\x80\xa8\xc3\xbc"}, {"sk", "a\tb"}};
  EXPECT_THAT(update(request),
              HasSubstr("pk \"x\\n\\x1b[31mFORGED\\xc2\\x9b\\xe2\\x80\\xa8\xc3\xbc\", "
                        "sk \"a\\x09b\""));
  for (const char each : to_text(guard_.report()))
    EXPECT_TRUE(each == '\n' || each >= ' ' || each < 0);
}

}  // namespace
