// Transactions of a repository where a step has nothing to change, nothing to show, or nothing to
// give back.

#include "fixtures.hpp"

#include <gmock/gmock.h>

namespace keywright {
namespace {

struct Note {
  std::optional<std::string> note;
};
constexpr auto describe(const Note* /*type*/) {
  return Entity{"Note", field("note", &Note::note)};
}

constexpr WritePattern kAny{.name = "any"};
constexpr WritePattern kPatch{.name = "patch", .precondition = Precondition::present};
constexpr WritePattern kCreate{.name = "create", .precondition = Precondition::absent};

class Transactions : public RepositoryTest {
 protected:
  orders::OrderRepository repository{database, options()};
  const Repository& runtime = repository.repository();

  static Result<Key> key(int number) { return make_key(orders::kPk("c"), orders::kSk(number)); }
  static KeyValue sentinel(const char* value) {
    KeyValue sentinel("pk", AttributeType::string);
    sentinel.append(value);
    return sentinel;
  }
};

TEST_F(Transactions, CheckTheItemOfAnUpdateThatChangesNothing) {
  ASSERT_TRUE(repository.create_order(order(1)));
  const auto with_patch_of = [&](int number) {
    WriteTransaction transaction(kAny);
    transaction.of_steps();
    transaction.update(Update(kPatch, key(number)));
    transaction.put(kCreate, orders::to_item(order(number + 1)));
    return runtime.transact(transaction);
  };
  const auto done = with_patch_of(1);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_NE(stored("orders", "CUSTOMER#c", "ORDER#0002"), "");
  const auto failed = with_patch_of(7);
  ASSERT_FALSE(failed);
  ASSERT_EQ(failed.error().reasons.size(), 2U);
  EXPECT_EQ(failed.error().reasons[0].code, "ConditionalCheckFailed");
  EXPECT_EQ(failed.error().reasons[0].message, "patch: there is no item CUSTOMER#c/ORDER#0007");
}

// DynamoDB answers for an item that has nothing of the projection as for one that is not there.
TEST_F(Transactions, ReadAnItemThatHasNothingOfWhatIsAskedFor) {
  ASSERT_TRUE(repository.create_order(order(1)));
  constexpr GetPattern get{.name = "get", .projection = "#note"};
  ReadTransaction transaction(get);
  std::optional<Note> first;
  std::optional<Note> second;
  transaction.get(get, key(1), first);
  transaction.get(get, key(2), second);
  ASSERT_TRUE(runtime.transact(transaction));
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
}

// Made again, it would find the item that it has let expire, and say that there is none.
TEST_F(Transactions, AndUpdatesThatLetAnItemExpireAreNotMadeTwice) {
  constexpr WritePattern patch{
      .name = "patch", .precondition = Precondition::present, .ttl_attribute = "expires_at"};
  ASSERT_TRUE(repository.create_order(order(1)));
  FaultyDatabase faulty(behind, {.seed = 1});
  orders::OrderRepository through(faulty, options());
  faulty.script<UpdateItemRequest>(Fault::lost_reply);
  Update update(patch, key(1));
  update.set("expires_at", std::int64_t{1});
  const auto done = through.repository().update_item(update);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::unavailable);
  EXPECT_TRUE(faulty.script_done());
}

TEST_F(Transactions, DoNotCallAValueOfAnotherAReasonNotToGiveItBack) {
  ASSERT_TRUE(repository.create_order(order(1)));
  WriteTransaction owner(kAny);
  owner.put(orders::to_item(order(2)));
  owner.claim("name", sentinel("UNIQUE#Order#name#a"));
  ASSERT_TRUE(runtime.transact(owner));

  WriteTransaction transaction(kAny);
  transaction.of_steps();
  transaction.put(kCreate, orders::to_item(order(1)));
  transaction.remove(Delete(kAny, key(3)));
  transaction.release("name", sentinel("UNIQUE#Order#name#a"));
  const auto done = runtime.transact(transaction);
  ASSERT_FALSE(done);
  ASSERT_EQ(done.error().reasons.size(), 2U);
  EXPECT_EQ(done.error().reasons[0].code, "ConditionalCheckFailed");
  EXPECT_EQ(done.error().reasons[1].code, "None");
}

}  // namespace
}  // namespace keywright
