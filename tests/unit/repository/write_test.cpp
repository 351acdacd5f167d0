// create, put, patch, delete and transactions: what is sent, and what comes back.

#include "fixtures.hpp"

#include <gmock/gmock.h>

namespace keywright {
namespace {

using orders::Order;
using orders::OrderState;
using testing::HasSubstr;

class Writes : public RepositoryTest {
 protected:
  orders::OrderRepository repository{database, options()};
  const Repository& runtime = repository.repository();
  const Result<Key> key = make_key(orders::kPk("c"), orders::kSk(1));

  /// The one UpdateItem that was sent.
  UpdateItemRequest sent_update() { return database.sent<UpdateItemRequest>().at(0); }
};

constexpr WritePattern kAny{.name = "any"};
constexpr WritePattern kPatch{.name = "patch", .precondition = Precondition::present};
constexpr WritePattern kPatchExpiring{
    .name = "patch", .precondition = Precondition::present, .ttl_attribute = "expires_at"};

TEST_F(Writes, RewritesAKeyOfTwoFieldsAndGuardsTheOtherOne) {
  ASSERT_TRUE(repository.create_order(order(1)));
  const auto paid = repository.pay("c", 1, order(1).placed_at);
  ASSERT_TRUE(paid) << paid.error().message;
  EXPECT_EQ(paid->state, OrderState::paid);
  EXPECT_EQ(sent_update().update_expression, "SET #state = :state, #gsi1sk = :gsi1sk");
  EXPECT_EQ(sent_update().condition_expression,
            "#state = :from AND #placed_at = :stored_placed_at");
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"),
              HasSubstr(R"("gsi1sk":{"S":"paid#2026-01-02T03:04:06.678Z"})"));
}

TEST_F(Writes, RefusesAWrongInputThatAKeyMentions) {
  ASSERT_TRUE(repository.create_order(order(1)));
  const auto paid = repository.pay("c", 1, order(2).placed_at);
  ASSERT_FALSE(paid);
  EXPECT_EQ(paid.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(paid.error().message,
            "pay: the placed_at of CUSTOMER#c/ORDER#0001 is not the one given");
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), HasSubstr(R"("gsi1sk":{"S":"open#)"));
}

TEST_F(Writes, TellsSetNullAndRemoveApart) {
  ASSERT_TRUE(repository.create_order(order(1)));
  ASSERT_TRUE(
      repository.patch_order("c", 1, {.note = "first", .labels = std::set<std::string>{"a"}}));
  EXPECT_EQ(sent_update().update_expression, "SET #note = :note, #labels = :labels");
  EXPECT_EQ(sent_update().condition_expression, "attribute_exists(#pk)");
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), HasSubstr(R"("note":{"S":"first"})"));
  ASSERT_TRUE(repository.patch_order("c", 1, {.note = null_field}));
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), HasSubstr(R"("note":{"NULL":true})"));
  const auto removed = repository.patch_order("c", 1, {.note = remove_field});
  ASSERT_TRUE(removed);
  EXPECT_FALSE(removed->note);
  EXPECT_EQ(removed->labels, std::set<std::string>{"a"}) << "what is not named stays";
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), Not(HasSubstr("note")));
}

TEST_F(Writes, RemovesASetThatBecomesEmpty) {
  ASSERT_TRUE(repository.create_order(order(1)));
  ASSERT_TRUE(repository.patch_order("c", 1, {.labels = std::set<std::string>{"a"}}));
  const auto emptied = repository.patch_order("c", 1, {.labels = std::set<std::string>{}});
  ASSERT_TRUE(emptied) << emptied.error().message;
  EXPECT_TRUE(emptied->labels.empty());
}

TEST_F(Writes, PatchesAndDeletesOnlyWhatIsThere) {
  const auto patched = repository.patch_order("c", 9, {.note = "x"});
  EXPECT_EQ(patched.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(patched.error().message, "patch_order: there is no item CUSTOMER#c/ORDER#0009");
  EXPECT_EQ(stored("orders", "CUSTOMER#c", "ORDER#0009"), "");
  EXPECT_EQ(repository.delete_order("c", 9).error().code, ErrorCode::condition_failed);
  ASSERT_TRUE(repository.create_order(order(9)));
  EXPECT_TRUE(repository.delete_order("c", 9));
  EXPECT_EQ(stored("orders", "CUSTOMER#c", "ORDER#0009"), "");
}

TEST_F(Writes, UpsertsWhatIsAbsent) {
  Update update(kAny, key);
  update.tag("Order");
  update.set("note", std::string("n"));
  update.set_if_absent("first", std::int64_t{1});
  update.add("count", Number(2));
  ASSERT_TRUE(runtime.update_item(update));
  EXPECT_FALSE(sent_update().condition_expression);
  EXPECT_EQ(sent_update().update_expression,
            "SET #_type = :_type, #note = :note, #first = if_not_exists(#first, :first) "
            "ADD #count :count");
  const auto again = runtime.update_item(update);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->find("count")->as_number(), Number(4));
}

TEST_F(Writes, TouchesEachPathOnce) {
  Update twice(kPatch, key);
  twice.set("note", std::string("a"));
  twice.remove("note");
  EXPECT_EQ(runtime.update_item(twice).error().message, "patch: note is changed twice");
  Update inside(kPatch, key);
  inside.set("address", AttributeValue::map({}));
  inside.set("address.city", std::string("a"));
  EXPECT_EQ(runtime.update_item(inside).error().message,
            "patch: address and address.city cannot both be changed, since one contains the other");
  Update apart(kPatch, key);
  apart.set("address", std::string("a"));
  apart.set("address2", std::string("b"));
  EXPECT_FALSE(apart.error());
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Writes, MakesTheParentsOfANestedPath) {
  ASSERT_TRUE(repository.create_order(order(1)));
  Update update(kPatch, key);
  update.set("meta.address.city", std::string("Ulm"));
  const auto changed = runtime.update_item(update);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(to_json(*changed->find("meta")), R"({"M":{"address":{"M":{"city":{"S":"Ulm"}}}}})");
  const std::size_t before = database.requests().size();
  Update more(kPatch, key);
  more.set("meta.address.street", std::string("x"));
  ASSERT_TRUE(runtime.update_item(more));
  EXPECT_EQ(database.requests().size(), before + 1) << "parents that are there cost nothing";

  Update absent(kPatch, make_key(orders::kPk("c"), orders::kSk(2)));
  absent.set("meta.city", std::string("x"));
  EXPECT_EQ(runtime.update_item(absent).error().code, ErrorCode::condition_failed);
  EXPECT_EQ(stored("orders", "CUSTOMER#c", "ORDER#0002"), "");
}

TEST_F(Writes, TagsAnItemTogetherWithTheParentsThatItNeeds) {
  database.answer<UpdateItemRequest>([&, sent = 0](const UpdateItemRequest& request) mutable {
    const bool fails = ++sent == 3;
    return fails ? Result<UpdateItemResponse>(error_of(ErrorCode::unavailable))
                 : behind.update_item(request);
  });
  constexpr WritePattern upsert{.name = "upsert"};
  Update update(upsert, key);
  update.set("meta.city", std::string("Ulm"));
  update.tag("Order");
  EXPECT_EQ(runtime.update_item(update).error().code, ErrorCode::unavailable);
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), HasSubstr(R"("_type":{"S":"Order"})"));
  ASSERT_TRUE(runtime.update_item(update));
  EXPECT_THAT(stored("orders", "CUSTOMER#c", "ORDER#0001"), HasSubstr(R"("city":{"S":"Ulm"})"));
}

TEST_F(Writes, LeavesASparseIndexByBothKeys) {
  ASSERT_TRUE(repository.create_order(order(1)));
  Update update(kPatch, key);
  update.remove_key("gsi2pk");
  update.remove_key("gsi2sk");
  ASSERT_TRUE(runtime.update_item(update));
  EXPECT_TRUE(repository.list_recent()->empty());
}

TEST_F(Writes, AddsAFurtherConditionWithItsValues) {
  ASSERT_TRUE(repository.create_order(order(1)));
  Condition condition("#number < :limit OR #number > :other");
  condition.bind(":limit", std::int64_t{1});
  condition.bind(":other", std::int64_t{5});
  Update update(kPatch, key);
  update.set("limit", std::int64_t{3});
  update.require(condition);
  const auto changed = runtime.update_item(update);
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().code, ErrorCode::condition_failed) << changed.error().message;
  EXPECT_EQ(changed.error().message,
            "patch: the condition on the item CUSTOMER#c/ORDER#0001 does not hold");
  EXPECT_EQ(sent_update().condition_expression,
            "attribute_exists(#pk) AND (#number < :limit OR #number > :other)");
  EXPECT_EQ(sent_update().update_expression, "SET #limit = :limit_2");

  Condition bracketed("(#number = :n)");
  bracketed.bind(":n", std::int64_t{1});
  EXPECT_TRUE(runtime.put(kAny, orders::to_item(order(1)), &bracketed));
  EXPECT_TRUE(runtime.remove(kPatch, key, &bracketed));
}

TEST_F(Writes, AliasesNamesThatAreNoIdentifiers) {
  Update update(kAny, key);
  update.set("a-b", std::string("x"));
  update.set("n0", std::string("y"));
  const auto changed = runtime.update_item(update);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(changed->find("a-b")->as_string(), "x");
  EXPECT_EQ(changed->find("n0")->as_string(), "y");
}

TEST_F(Writes, BracketsWhatWouldFallApart) {
  constexpr WritePattern create{.name = "create", .ttl_attribute = "expires_at"};
  Condition condition("attribute_not_exists(#x) OR #x = :x");
  condition.bind(":x", std::int64_t{1});
  ASSERT_TRUE(runtime.create(create, Item{{"pk", "A"}, {"sk", "B"}}, &condition));
  const PutItemRequest put = database.sent<PutItemRequest>().at(0);
  EXPECT_EQ(put.condition_expression,
            "(attribute_not_exists(#pk) OR #expires_at < :now) AND "
            "(attribute_not_exists(#x) OR #x = :x)");
  ASSERT_TRUE(runtime.create(create, Item{{"pk", "A"}, {"sk", "C"}}));
  EXPECT_EQ(database.sent<PutItemRequest>().at(1).condition_expression,
            "attribute_not_exists(#pk) OR #expires_at < :now");
}

// A condition that an absent item fulfils is one that an expired item does, and no other is.
TEST_F(Writes, MeetsAnExpiredItemAsNoneUnderAConditionOfItsOwn) {
  constexpr WritePattern pattern{.name = "own", .ttl_attribute = "expires_at"};
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  const Item expired{{"pk", "A"}, {"sk", "B"}, {"x", 1}, {"expires_at", now - 1}};
  ASSERT_TRUE(runtime.put(kAny, expired));
  Condition is_one("#x = :x");
  is_one.bind(":x", std::int64_t{1});
  EXPECT_EQ(runtime.put(pattern, Item{{"pk", "A"}, {"sk", "B"}}, &is_one).error().message,
            "own: the condition on the item A/B does not hold");
  EXPECT_EQ(database.sent<PutItemRequest>().at(1).condition_expression,
            "(attribute_not_exists(#expires_at) OR #expires_at >= :now) AND (#x = :x)");
  EXPECT_EQ(
      runtime.remove(pattern, Result<Key>(Item{{"pk", "A"}, {"sk", "B"}}), &is_one).error().code,
      ErrorCode::condition_failed);

  Condition is_none("attribute_not_exists(#x) AND #y <> :x");
  is_none.bind(":x", std::int64_t{1});
  EXPECT_FALSE(runtime.put(pattern, expired, &is_none)) << "nobody said that it holds of none";
  is_none.accept_absent();
  EXPECT_TRUE(runtime.remove(pattern, Result<Key>(Item{{"pk", "A"}, {"sk", "B"}}), &is_none));
  EXPECT_EQ(database.sent<DeleteItemRequest>().at(1).condition_expression,
            "attribute_not_exists(#x) AND #y <> :x OR #expires_at < :now");
  ASSERT_TRUE(runtime.put(kAny, expired));
  EXPECT_TRUE(runtime.put(pattern, Item{{"pk", "A"}, {"sk", "B"}, {"x", 2}}, &is_none));
  EXPECT_FALSE(runtime.put(pattern, expired, &is_none)) << "what has not expired stands there";
  ASSERT_TRUE(runtime.put(kAny, expired));
  constexpr WritePattern create{
      .name = "create", .precondition = Precondition::absent, .ttl_attribute = "expires_at"};
  EXPECT_TRUE(runtime.create(create, Item{{"pk", "A"}, {"sk", "B"}, {"x", 2}}, &is_none));
}

TEST_F(Writes, GuardsAnUpsertAgainstAnotherValueButNotAgainstNone) {
  const auto upsert = [&](std::int64_t stored) {
    Update update(kAny, key);
    update.set("note", std::string("n"));
    update.set_if_absent("number", std::int64_t{7});
    update.require_equal_or_absent("number", stored);
    return runtime.update_item(update);
  };
  ASSERT_TRUE(upsert(7)) << "there is no item yet";
  EXPECT_EQ(sent_update().condition_expression,
            "(attribute_not_exists(#number) OR #number = :stored_number)");
  EXPECT_TRUE(upsert(7));
  EXPECT_EQ(upsert(8).error().message,
            "any: the number of CUSTOMER#c/ORDER#0001 is not the one given");
}

TEST_F(Writes, TakesTheAliasesOfACondition) {
  static constexpr NameAlias aliases[] = {{"#alias1", "a-b"}};
  constexpr WritePattern pattern{
      .name = "patch", .precondition = Precondition::present, .aliases = aliases};
  ASSERT_TRUE(runtime.put(kAny, Item{{"pk", "A"}, {"sk", "B"}, {"a-b", 1}}));
  Condition condition("#alias1 = :one");
  condition.bind(":one", std::int64_t{1});
  Update update(pattern, Result<Key>(Item{{"pk", "A"}, {"sk", "B"}}));
  update.set("a-b", std::int64_t{2});
  update.require(condition);
  const auto changed = runtime.update_item(update);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(changed->find("a-b")->as_number(), Number(2));
  EXPECT_EQ(runtime.update_item(update).error().code, ErrorCode::condition_failed);
}

TEST_F(Writes, SendsNoItemOver400KB) {
  const Item large{{"pk", "A"}, {"sk", "B"}, {"x", std::string(410'000, 'x')}};
  const auto put = runtime.put(kAny, large);
  EXPECT_EQ(put.error().code, ErrorCode::item_too_large);
  EXPECT_EQ(put.error().message,
            "any has 410007 bytes, and an item can have 409600; the largest field is x with 410001 "
            "bytes");
  const auto batch = runtime.batch_put_items(kAny, {Item{{"pk", "A"}, {"sk", "A"}}, large});
  EXPECT_THAT(batch.error().message, HasSubstr("any: input 1 has 410007 bytes"));
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Writes, CountsAnExpiredItemAsAbsent) {
  const auto item = [&](std::int64_t expires_at) -> Result<Item> {
    return Item{{"pk", "A"}, {"sk", "B"}, {"expires_at", expires_at}};
  };
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  constexpr WritePattern create{.name = "create", .ttl_attribute = "expires_at"};
  ASSERT_TRUE(runtime.create(create, item(now)));
  EXPECT_EQ(runtime.create(create, item(now)).error().code, ErrorCode::condition_failed)
      << "it lives to the end of its last second";
  time.advance(1s);
  const auto patch = [&] {
    Update update(kPatchExpiring, Result<Key>(Item{{"pk", "A"}, {"sk", "B"}}));
    update.set("x", std::int64_t{1});
    return runtime.update_item(update);
  };
  EXPECT_EQ(patch().error().message, "patch: there is no item A/B");
  EXPECT_FALSE(patch().error().item);
  ASSERT_TRUE(runtime.create(create, item(now + 100))) << "an expired one does not block it";
  EXPECT_TRUE(patch());
}

TEST_F(Writes, SendsEachItemOfATransactionOnce) {
  WriteTransaction transaction(kAny);
  transaction.put(orders::to_item(order(1)));
  transaction.put(orders::to_item(order(2)));
  transaction.put(orders::to_item(order(1)));
  const auto done = runtime.transact(transaction);
  EXPECT_EQ(done.error().code, ErrorCode::validation);
  EXPECT_EQ(done.error().message,
            "any: operations 0 and 2 of the transaction are both on the item "
            "CUSTOMER#c/ORDER#0001");
  WriteTransaction none(kAny);
  EXPECT_EQ(runtime.transact(none).error().message,
            "any: a transaction has 1 to 100 operations, not 0");
  WriteTransaction many(kAny);
  for (int i = 1; i <= 101; ++i) many.put(orders::to_item(order(i)));
  EXPECT_EQ(runtime.transact(many).error().message,
            "any: a transaction has 1 to 100 operations, not 101");
  WriteTransaction large(kAny);
  for (int i = 0; i < 11; ++i) {
    large.put(Item{
        {"pk", i < 10 ? "A" : "B"}, {"sk", std::to_string(i)}, {"x", std::string(400'000, 'x')}});
  }
  EXPECT_THAT(runtime.transact(large).error().message, HasSubstr("together they can have 4194304"));
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Writes, NamesTheOperationsThatCancelledATransaction) {
  ASSERT_TRUE(repository.create_order(order(2)));
  constexpr WritePattern create{.name = "create", .precondition = Precondition::absent};
  WriteTransaction transaction(kAny);
  transaction.put(orders::to_item(order(1)));
  transaction.put(create, orders::to_item(order(2)));
  const auto done = runtime.transact(transaction);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::transaction_cancelled);
  ASSERT_EQ(done.error().reasons.size(), 2U);
  EXPECT_EQ(done.error().reasons[0].code, "None");
  EXPECT_EQ(done.error().reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(*from_item<Order>(*done.error().reasons[1].item), order(2));
  EXPECT_EQ(stored("orders", "CUSTOMER#c", "ORDER#0001"), "");
}

// Repetition
// ---------------------------------------------------------------------------------------

TEST_F(Writes, RepeatsWhatWasThrottledWithGrowingJitteredPauses) {
  for (const Error& error : {error_of(ErrorCode::throttled), error_of(ErrorCode::throttled),
                             error_of(ErrorCode::conflict)}) {
    database.answer_next<PutItemRequest>(error);
  }
  ASSERT_TRUE(repository.create_order(order(1)));
  const auto pauses = time.pauses();
  ASSERT_EQ(pauses.size(), 3U);
  EXPECT_LE(pauses[0], 25ms);
  EXPECT_LE(pauses[1], 50ms);
  EXPECT_LE(pauses[2], 100ms);
  EXPECT_EQ(reports.back().requests, 4U);
  EXPECT_EQ(reports.back().retries, 3U);
  EXPECT_EQ(reports.back().latency, pauses[0] + pauses[1] + pauses[2]);
}

TEST_F(Writes, GivesUpAfterItsAttempts) {
  database.answer<PutItemRequest>([](const PutItemRequest&) -> Result<PutItemResponse> {
    return error_of(ErrorCode::throttled);
  });
  EXPECT_EQ(repository.create_order(order(1)).error().code, ErrorCode::throttled);
  EXPECT_EQ(reports.back().requests, 8U);
  EXPECT_EQ(reports.back().error, ErrorCode::throttled);
}

TEST_F(Writes, DoesNotRepeatWhatTheDatabaseHasRepeated) {
  for (const auto code : {ErrorCode::throttled, ErrorCode::unavailable, ErrorCode::conflict}) {
    Error given_up = error_of(code, true);
    given_up.was_repeated = true;
    database.answer_next<PutItemRequest>(given_up);
    EXPECT_EQ(repository.create_order(order(1)).error().code, code);
    EXPECT_EQ(reports.back().requests, 1U);
  }
  EXPECT_TRUE(time.pauses().empty());
}

TEST_F(Writes, RepeatsACreateWhoseReplyWasLostAndKnowsItsOwnItem) {
  FaultyDatabase faulty(database);
  faulty.script<PutItemRequest>(Fault::lost_reply);
  EXPECT_TRUE(orders::OrderRepository(faulty, options()).create_order(order(1)));
  EXPECT_TRUE(faulty.script_done());
  EXPECT_EQ(reports.back().requests, 2U);
  EXPECT_NE(stored("orders", "CUSTOMER#c", "ORDER#0001"), "");
}

TEST_F(Writes, SaysThatNobodyKnowsWhereAnotherItemIsThereThen) {
  auto other = order(1);
  other.note = "of another";
  int answers = 0;
  database.answer<PutItemRequest>([&](const PutItemRequest& request) -> Result<PutItemResponse> {
    if (++answers > 1) return behind.put_item(request);
    EXPECT_TRUE(behind.put_item({.table_name = "orders", .item = orders::to_item(other).value()}));
    return error_of(ErrorCode::unavailable, true);
  });
  EXPECT_EQ(repository.create_order(order(1)).error().code, ErrorCode::unavailable);
  answers = 1;
  EXPECT_EQ(repository.create_order(order(1)).error().code, ErrorCode::condition_failed);
}

TEST_F(Writes, RepeatsAnUnansweredUpdateOnlyIfTwiceIsAsGoodAsOnce) {
  ASSERT_TRUE(repository.create_order(order(1)));
  FaultyDatabase faulty(database);
  const orders::OrderRepository remote(faulty, options());
  const auto made = [&] { return database.sent<UpdateItemRequest>().size(); };
  faulty.script(Fault::lost_reply);
  EXPECT_TRUE(remote.patch_order("c", 1, {.note = "first"}));
  EXPECT_EQ(made(), 2U);
  database.forget();
  faulty.script(Fault::lost_reply);
  Update count(kPatch, key);
  count.add("count", Number(1));
  EXPECT_EQ(remote.repository().update_item(count).error().code, ErrorCode::unavailable);
  EXPECT_EQ(made(), 1U) << "it may have been counted";
  database.forget();
  faulty.script(Fault::lost_reply);
  EXPECT_EQ(remote.pay("c", 1, order(1).placed_at).error().code, ErrorCode::unavailable);
  EXPECT_EQ(made(), 1U) << "the state is no longer that of the move";
}

TEST_F(Writes, RepeatsATransactionThatMetAnotherWithTheSameToken) {
  Error cancelled = error_of(ErrorCode::transaction_cancelled);
  cancelled.reasons = {{"None", "", {}}, {"TransactionConflict", "", {}}};
  database.answer_next<TransactWriteItemsRequest>(cancelled);
  WriteTransaction transaction(kAny);
  transaction.put(orders::to_item(order(1)));
  transaction.put(orders::to_item(order(2)));
  ASSERT_TRUE(runtime.transact(transaction));
  const auto sent = database.sent<TransactWriteItemsRequest>();
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].client_request_token, sent[1].client_request_token);
}

}  // namespace
}  // namespace keywright
