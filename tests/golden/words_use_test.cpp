#include "macros.hpp"
#include "memory_test.hpp"
#include "words/class_repository.hpp"
#include "words/table.hpp"
#include "words/transaction_repository.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using words::Class;
using words::ClassLinux;
using words::ClassState;

class WordsUse : public keywright::testing::MemoryTest {
 protected:
  WordsUse() { words::create_table(*database_).value(); }

  Class create() {
    Class made;
    made.class_ = "a";
    made.errno_ = 1;
    made.major_ = 7;
    made.minor_ = 3;
    made.linux_ = ClassLinux::NAN_;
    made.co_await_ = time("2026-01-02T03:04:05.678Z");
    made.namespace_.int_ = 4;
    made.namespace_.stderr_ = "x";
    classes_.put_class(made).value();
    return made;
  }

  words::ClassRepository classes_{*database_, options()};
};

TEST_F(WordsUse, AreStoredUnderTheNamesOfTheModel) {
  const auto made = create();
  EXPECT_EQ(classes_.get_class("a").value(), made);
  keywright::GetItemRequest request;
  request.table_name = "words";
  request.key = keywright::Item{{"pk", "CLASS#a"}, {"sk", "CLASS"}};
  const auto item = database_->get_item(request).value().item.value();
  for (const auto* name : {"class", "errno", "NULL", "major", "minor", "linux", "co_await"}) {
    EXPECT_TRUE(item.contains(name)) << name;
  }
  EXPECT_EQ(item.find("linux")->as_string(), "NAN");
}

TEST_F(WordsUse, ServeEveryKindOfPattern) {
  const auto made = create();
  EXPECT_EQ(classes_.by_major(7, 0, 9).value().items.at(0).minor_, 3);
  EXPECT_EQ(classes_.by_errno(ClassLinux::NAN_).value().size(), 1U);
  const auto edited =
      classes_
          .edit_class("a", false, ClassLinux::NAN_, made.co_await_, {.errno_ = 0, .EOF_ = "end"})
          .value();
  EXPECT_EQ(edited.EOF_, "end");
  EXPECT_EQ(classes_.by_errno(ClassLinux::NAN_).value().size(), 0U);
  EXPECT_EQ(classes_.remove("a").value().state, ClassState::delete_);
}

TEST_F(WordsUse, BatchAndCollect) {
  create();
  std::vector<words::Item> items(2);
  for (auto& item : items)
    item = {.class_ = "a", .stdin_ = 5, .now = time("2026-01-02T03:04:05.678Z"), .value = {}};
  items[1].stdin_ = 6;
  ASSERT_TRUE(classes_.put_items(items).value().complete());
  const std::vector<words::ItemKey> keys{{"a", 6, items[1].now}};
  const auto read = classes_.get_items(keys).value();
  EXPECT_EQ(read.items.at(0)->stdin_, 6);
  EXPECT_EQ(classes_.all_of("a").value()->items.size(), 2U);
}

TEST_F(WordsUse, AreInputsOfStepsNamedAsVariablesOfTheirTransaction) {
  const words::TransactionRepository bookings(*database_, options());
  bookings.first_booking({.steps = "a", .result = 1}).value();
  bookings
      .book({.create_transactions = {{.steps = "b", .result = 2}},
             .patch_transaction = {.steps = "a", .result = 3}})
      .value();
  const auto booked = bookings.get_booked({.get_booking = "a", .get_transaction = "b"}).value();
  EXPECT_EQ(booked.get_booking->result, 3);
  EXPECT_EQ(booked.get_transaction->result, 2);
  const auto failed = bookings.unbook({.delete_transactions = {{.steps = "a", .transaction = 3},
                                                               {.steps = "b", .transaction = 1}}});
  const auto why = words::TransactionRepository::unbook_reasons(failed.error());
  EXPECT_FALSE(why.delete_transactions.at(0).is_cause());
  EXPECT_TRUE(why.delete_transactions.at(1).condition_failed());
}

}  // namespace
