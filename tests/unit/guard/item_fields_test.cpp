#include "guarding.hpp"

// Items that are put: all fields of their entity and no others, of values that the fields can hold.

namespace {

using namespace keywright;
using keywright::ViolationKind;
using keywright::testing::Guarding;
using keywright::testing::kJobId;
using keywright::testing::kNow;

/// A violation's words without what was asked and without the nearest pattern.
std::string reason(const std::string& message) {
  const auto begin = message.find("): ");
  if (begin == std::string::npos) return message;
  return message.substr(begin + 3, message.find(". Nearest: ") - begin - 3);
}

class JobFields : public Guarding {
 protected:
  static PutItemRequest finding_with(std::string_view attribute, const AttributeValue& value) {
    PutItemRequest request;
    request.table_name = "app-table";
    request.item =
        ItemBuilder(keywright::testing::finding("0123456789abcdef")).set(attribute, value).build();
    return request;
  }
  static PutItemRequest finding_without(std::string_view attribute) {
    PutItemRequest request;
    request.table_name = "app-table";
    request.item =
        ItemBuilder(keywright::testing::finding("0123456789abcdef")).remove(attribute).build();
    return request;
  }
};

TEST_F(JobFields, AreAllThere) {
  EXPECT_EQ(put(finding_with("body", "text")), "put_findings");
  EXPECT_EQ(put(finding_without("body")),
            "AccessPatternViolation: PutItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
            "\"FINDING#0123456789abcdef\"): Finding.body is missing. Nearest: put_findings = "
            "BatchWriteItem Finding");
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
  EXPECT_EQ(reason(put(finding_without("job_id"))), "Finding.job_id is missing");
}

TEST_F(JobFields, AreTagged) {
  EXPECT_EQ(reason(put(finding_without("_type"))),
            "it lacks _type, by which readers know it as a Finding");
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
  EXPECT_EQ(reason(put(finding_with("_type", 7))), "its _type is 7, and it is a Finding");
}

TEST_F(JobFields, AreOfTheirTypes) {
  EXPECT_EQ(reason(put(finding_with("body", 7))), "Finding.body is of type N; it must be of S");
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
  EXPECT_EQ(reason(put(finding_with("body", AttributeValue::null()))),
            "Finding.body is of type NULL; it must be of S");
}

TEST_F(JobFields, KeepTheirLimits) {
  EXPECT_EQ(put(finding_with("body", std::string(60000, 'x'))), "put_findings");
  EXPECT_EQ(reason(put(finding_with("body", std::string(60001, 'x')))),
            "Finding.body has 60001 characters; it must have at most 60000");
}

TEST_F(JobFields, AreNoOthers) {
  EXPECT_EQ(reason(put(finding_with("colour", "red"))), "a Finding has no field colour");
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
}

TEST_F(JobFields, NorKeysOfAnIndexThatTheEntityIsNotIn) {
  EXPECT_EQ(reason(put(finding_with("gsi1pk", "STATUS#queued"))),
            "it has gsi1pk, and no Finding is in gsi1");
  EXPECT_EQ(violation_.kind, ViolationKind::index_keys);
}

TEST_F(JobFields, OfEachItemOfABatch) {
  BatchWriteItemRequest request;
  request.request_items["app-table"] = {PutRequest{finding_with("body", "b").item},
                                        PutRequest{finding_without("body").item}};
  EXPECT_EQ(reason(outcome(guard_.batch_write_item(request))), "Finding.body is missing");
}

TEST_F(JobFields, AKeyThatIsNoneIsNearestToThatOfTheSameKind) {
  BatchWriteItemRequest request;
  const auto outcome_of = [&](const Item& item) {
    request.request_items["app-table"] = {PutRequest{item}};
    return outcome(guard_.batch_write_item(request));
  };
  const auto bad = finding_with("sk", "FINDING#7").item;
  const std::string refusal =
      "AccessPatternViolation: BatchWriteItem app-table (pk \"JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV\", sk "
      "\"FINDING#7\"): \"FINDING#7\" does not fit sk = FINDING#{finding_id}: finding_id is no "
      "string as keys write it: \"7\". Nearest: put_findings = BatchWriteItem Finding";
  EXPECT_EQ(outcome_of(bad), refusal);
  EXPECT_EQ(outcome_of(ItemBuilder(bad).remove("_type").build()), refusal);     // by its sort key
  outcome_of(ItemBuilder(bad).set("sk", AttributeValue("finding#7")).build());  // by its tag
  EXPECT_EQ(violation_.nearest, "put_findings");
  outcome_of(ItemBuilder(bad).set("pk", AttributeValue("JOB#7")).build());
  EXPECT_EQ(violation_.nearest, "put_findings");
}

class OrderFields : public Guarding {
 protected:
  OrderFields() : Guarding("orders") {}

  static Item customer() {
    return {{"pk", "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV"},
            {"sk", "#PROFILE"},
            {"_type", "Customer"},
            {"customer_id", kJobId},
            {"name", "Ada"},
            {"balance", 12},
            {"tier", "plus"},
            {"joined_at", kNow},
            {"recent_pk", "RECENT#2"},
            {"recent_sk", kNow}};
  }
  static Item order() {
    return {{"pk", "CUSTOMER#01ARZ3NDEKTSV4RRFFQ69G5FAV"},
            {"sk", "ORDER#2026-01-02#000007"},
            {"_type", "Order"},
            {"customer_id", kJobId},
            {"placed_on", "2026-01-02"},
            {"number", 7},
            {"state", "placed"},
            {"warehouse", "oslo"},
            {"total", 12}};
  }
  std::string put_order(std::string_view attribute, const AttributeValue& value) {
    BatchWriteItemRequest request;
    request.request_items["orders"] = {
        PutRequest{ItemBuilder(order()).set(attribute, value).build()}};
    return reason(outcome(guard_.batch_write_item(request)));
  }
  /// No pattern puts a Customer: then that is what is wrong, and not the item.
  std::string put_customer(std::string_view attribute, const AttributeValue& value) {
    PutItemRequest request;
    request.table_name = "orders";
    request.item = ItemBuilder(customer()).set(attribute, value).build();
    return reason(put(request));
  }
  static constexpr const char* kFits = "no access pattern puts a Customer";
};

TEST_F(OrderFields, MayLeaveOutWhatIsOptionalOrHasADefault) {
  EXPECT_EQ(put_order("total", 1), "put_orders");
  EXPECT_EQ(put_customer("name", "Grace"), kFits);
  EXPECT_EQ(put_customer("nickname", AttributeValue::null()), kFits);  // it reads as none
  EXPECT_EQ(put_customer("visits", AttributeValue::null()),
            "Customer.visits is of type NULL; it must be of N");
}

TEST_F(OrderFields, OfAnEnumeration) {
  EXPECT_EQ(put_order("state", "lost"),
            "Order.state is \"lost\", which is none of placed, paid, shipped and cancelled");
}

TEST_F(OrderFields, OfACharset) {
  EXPECT_EQ(put_order("warehouse", "Oslo"),
            "Order.warehouse has the character \"O\", which is not in [a-z]");
  EXPECT_EQ(put_order("warehouse", "o"), "Order.warehouse has 1 characters; it must have 2 to 10");
}

TEST_F(OrderFields, OfNumbers) {
  EXPECT_EQ(put_customer("balance", *Number::parse("1000000.25")), kFits);
  EXPECT_EQ(put_customer("balance", *Number::parse("1000000.26")),
            "Customer.balance is 1000000.26; it must be -1000.5 to 1000000.25");
  EXPECT_EQ(put_customer("visits", -1), "Customer.visits is -1; it must be at least 0");
  EXPECT_EQ(put_customer("visits", *Number::parse("1.5")),
            "Customer.visits is 1.5, which is no integer of 64 bits");
  EXPECT_EQ(put_customer("rating", *Number::parse("1.5")), kFits);
}

TEST_F(OrderFields, OfTimesThatThereAre) {
  // That is one: but then the order belongs into an index.
  EXPECT_EQ(put_order("due", "2024-02-29T23:59:59.999Z"),
            "it lacks open_pk, without which open does not have it");
  for (const std::string time :
       {"2026-13-30T07:00:00.000Z", "2026-02-29T07:00:00.000Z", "2026-11-31T07:00:00.000Z",
        "2026-11-30T24:00:00.000Z", "2026-11-30T07:60:00.000Z", "2026-11-30T07:00:60.000Z",
        "0000-00-00T00:00:00.000Z", "9999-99-99T99:99:99.999Z"}) {
    EXPECT_EQ(put_order("due", time), "Order.due is \"" + time + "\", which is no timestamp");
  }
}

TEST_F(OrderFields, OfTimesAndBytes) {
  EXPECT_EQ(put_order("due", "2026-01-02"), "Order.due is \"2026-01-02\", which is no timestamp");
  EXPECT_EQ(put_order("payload", AttributeValue::binary(std::string(1000, 'x'))), "put_orders");
  EXPECT_EQ(put_order("payload", AttributeValue::binary(std::string(1001, 'x'))),
            "Order.payload has 1001 bytes; it must have at most 1000");
}

TEST_F(OrderFields, WithinDocuments) {
  const auto list = [](std::vector<AttributeValue> elements) {
    return AttributeValue::list(elements);
  };
  const auto home = AttributeValue::map(
      {{"kind", "home"}, {"lines", list({"first", "second"})}, {"street", "High Street"}});
  EXPECT_EQ(put_customer("address", home), kFits);
  EXPECT_EQ(put_customer("address", AttributeValue::map({{"kind", "home"}, {"lines", list({})}})),
            "Customer.address.street is missing");
  EXPECT_EQ(put_customer("address", AttributeValue::map(
                                        {{"kind", "tent"}, {"lines", list({})}, {"street", "s"}})),
            "Customer.address.kind is \"tent\", which is none of home and work");
  EXPECT_EQ(
      put_customer("address",
                   AttributeValue::map(
                       {{"floor", 2}, {"kind", "home"}, {"lines", list({})}, {"street", "s"}})),
      "Customer.address has no field floor");
  EXPECT_EQ(
      put_customer("address", AttributeValue::map(
                                  {{"kind", "home"}, {"lines", list({"a", 7})}, {"street", "s"}})),
      "Customer.address.lines[1] is of type N; it must be of S");
  EXPECT_EQ(
      put_customer("addresses", list({AttributeValue::map({{"street", "s"}}),
                                      AttributeValue::map({{"since", kNow}, {"street", "s"}})})),
      "Customer.addresses[1].since is \"" + std::string(kNow) + "\", which is no date");
  EXPECT_EQ(put_customer("attributes", AttributeValue::map({{"a", "b"}, {"c", 1}})),
            "Customer.attributes.c is of type N; it must be of S");
  EXPECT_EQ(put_customer("tags", AttributeValue::number_set({Number(1)})),
            "Customer.tags is of type NS; it must be of SS");
}

class LifetimeField : public Guarding {
 protected:
  std::string put_until(const AttributeValue& time) {
    const std::string hash(64, 'a');
    PutItemRequest request;
    request.table_name = "app-table";
    request.item = {{"pk", "FETCH#" + hash}, {"sk", "RAW"},
                    {"_type", "RawFetch"},   {"url_hash", hash},
                    {"expires_at", time},    {"body", AttributeValue::binary("b")}};
    return reason(put(request));
  }
};

TEST_F(LifetimeField, IsInSecondsSince1970) {
  EXPECT_EQ(put_until(1800000000), "put_raw_fetch");
  EXPECT_EQ(put_until(0), "put_raw_fetch");
  EXPECT_EQ(put_until(std::int64_t{1800000000} * 1000),
            "RawFetch.expires_at is 1800000000000; it must be 0 to 253402300799, in seconds since "
            "1970");
  EXPECT_EQ(put_until(-1),
            "RawFetch.expires_at is -1; it must be 0 to 253402300799, in seconds since 1970");
  EXPECT_EQ(put_until(*Number::parse("1.5")),
            "RawFetch.expires_at is 1.5, which is no integer of 64 bits");
}

class TicketFields : public Guarding {
 protected:
  TicketFields() : TicketFields(keywright::testing::read_model("writes")) {}
  explicit TicketFields(const model::Model& model) : Guarding(model) {}

  static Item ticket(std::string_view state) {
    return {{"pk", "TICKET#01ARZ3NDEKTSV4RRFFQ69G5FAV"},
            {"sk", "TICKET"},
            {"_type", "Ticket"},
            {"ticket_id", kJobId},
            {"team", "blue"},
            {"opened_at", kNow},
            {"priority", 1},
            {"votes", 2},
            {"state", state}};
  }
  std::string put_ticket(const Item& item) {
    PutItemRequest request;
    request.table_name = "writes";
    request.item = item;
    request.condition_expression = "attribute_not_exists(pk)";
    return reason(put(request));
  }
  std::string close(const char* update_text, ExpressionAttributeValues values) {
    UpdateItemRequest request;
    request.table_name = "writes";
    request.key = {{"pk", "TICKET#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"sk", "TICKET"}};
    request.update_expression = update_text;
    request.condition_expression = "#s = :open";
    request.expression_attribute_names = {{"#s", "state"}};
    request.expression_attribute_values = std::move(values);
    request.expression_attribute_values.emplace_back(":open", "open");
    request.expression_attribute_values.emplace_back(":closed", "closed");
    return reason(update(request));
  }
};

TEST_F(TicketFields, ThatAStateNeedsAreThere) {
  EXPECT_EQ(put_ticket(ticket("open")), "put_ticket");
  const std::string missing = "Ticket.reason is missing, and every Ticket that is closed has one";
  EXPECT_EQ(put_ticket(ticket("closed")), missing);
  EXPECT_EQ(violation_.kind, ViolationKind::fields);
  EXPECT_EQ(put_ticket(ItemBuilder(ticket("closed")).set("reason", AttributeValue::null()).build()),
            missing);
  // With one it is well made, if not by a create: those begin as open.
  EXPECT_EQ(put_ticket(ItemBuilder(ticket("closed")).set("reason", AttributeValue("done")).build()),
            "its state is \"closed\", and it begins as open");
}

class OptionalStateField : public TicketFields {
 protected:
  OptionalStateField()
      : TicketFields(keywright::testing::read_model("writes", "values: [open, closed]}",
                                                    "values: [open, closed], optional: true}")) {}
};

TEST_F(OptionalStateField, MayBeNullAndIsNoStateThen) {
  const Item item = ItemBuilder(ticket("open")).set("state", AttributeValue::null()).build();
  EXPECT_EQ(put_ticket(item), "put_ticket");
}

TEST_F(TicketFields, ThatAreNullAreInNoIndex) {
  Item user{{"pk", "USER#blue#01ARZ3NDEKTSV4RRFFQ69G5FAV"},
            {"sk", "USER"},
            {"_type", "User"},
            {"team", "blue"},
            {"user_id", kJobId},
            {"title", "t"},
            {"due", AttributeValue::null()},
            {"born", kNow}};
  PutItemRequest request;
  request.table_name = "writes";
  request.item = user;
  EXPECT_EQ(put(request), "put_user");
  request.item = ItemBuilder(user).set("first_pk", "TEAM#blue").set("first_sk", kNow).build();
  EXPECT_EQ(reason(put(request)), "it has first_pk, and does not belong into first");

  UpdateItemRequest update;
  update.table_name = "writes";
  update.key = {{"pk", "USER#blue#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"sk", "USER"}};
  update.condition_expression = "attribute_exists(pk)";
  update.expression_attribute_values = {{":due", AttributeValue::null()}};
  update.update_expression = "SET due = :due REMOVE first_pk, first_sk";
  EXPECT_EQ(this->update(update), "set_due");
  update.update_expression = "SET due = :due";
  EXPECT_EQ(reason(this->update(update)),
            "it leaves first_pk of first as it was, which is then stale");
}

TEST_F(TicketFields, ThatAStateNeedsComeWithTheMoveIntoIt) {
  EXPECT_EQ(close("SET #s = :closed, reason = :r", {{":r", "done"}}), "work.close");
  EXPECT_EQ(close("SET #s = :closed, reason = :r, note = :r", {{":r", "done"}}), "work.close");
  EXPECT_EQ(close("SET #s = :closed", {}), "it leaves reason alone");
  EXPECT_EQ(close("SET #s = :closed REMOVE reason", {}),
            "it changes reason by REMOVE, otherwise than the pattern");
  EXPECT_EQ(close("SET #s = :closed, reason = :r", {{":r", AttributeValue::null()}}),
            "Ticket.reason is NULL, and the state needs one");
}

}  // namespace
