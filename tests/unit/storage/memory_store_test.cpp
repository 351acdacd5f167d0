// What storage promises, on small examples: order, bounds, maxima, batches, pinned records.

#include "storage/storage.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::storage {
namespace {

constexpr std::uint64_t kShardSize = std::uint64_t{1} << 58;

Item named(std::string_view name) {
  return Item{{"n", name}};
}

std::vector<std::string> names(const Page& page) {
  std::vector<std::string> names;
  for (const Item& item : page.items) names.emplace_back(item.find("n")->as_string());
  return names;
}

class MemoryStore : public testing::Test {
 protected:
  void put(std::uint64_t hash, std::string_view bytes, std::string_view name) {
    Batch batch;
    batch.put(*tree_, {hash, bytes}, named(name));
    store_->apply(batch);
  }
  void erase(std::uint64_t hash, std::string_view bytes) {
    Batch batch;
    batch.erase(*tree_, {hash, bytes});
    store_->apply(batch);
  }
  std::vector<std::string> read(const RangeRead& range) { return names(tree_->read(range)); }

  std::unique_ptr<Store> store_ = make_memory_store();
  std::shared_ptr<Tree> tree_ = store_->open_tree(1);
};

using Names = std::vector<std::string>;

TEST_F(MemoryStore, GetsWhatWasPut) {
  EXPECT_FALSE(tree_->get({7, "k"}));
  put(7, "k", "first");
  EXPECT_EQ(tree_->get({7, "k"}), named("first"));
  EXPECT_FALSE(tree_->get({8, "k"}));
  EXPECT_FALSE(tree_->get({7, "k2"}));
  put(7, "k", "second");
  EXPECT_EQ(tree_->get({7, "k"}), named("second"));
  erase(7, "k");
  EXPECT_FALSE(tree_->get({7, "k"}));
}

TEST_F(MemoryStore, KeysThatShareEightBytesAreDistinct) {
  put(1, "12345678a", "a");
  put(1, "12345678b", "b");
  put(1, "12345678", "short");
  put(1, std::string_view("1234\0\0\0\0", 8), "zeros");
  put(1, "1234", "four");
  EXPECT_EQ(tree_->get({1, "12345678b"}), named("b"));
  EXPECT_EQ(tree_->get({1, "1234"}), named("four"));
  EXPECT_EQ(read({}), (Names{"four", "zeros", "short", "a", "b"}));
}

TEST_F(MemoryStore, EraseOfWhatIsNotThereIsNothing) {
  put(1, "a", "a");
  erase(1, "b");
  erase(2, "a");
  EXPECT_EQ(read({}), Names{"a"});
}

TEST_F(MemoryStore, ReadsInOrderOfHashThenBytesAsUnsigned) {
  put(3 * kShardSize, "", "far");
  put(2, "b", "2b");
  put(2, "\x80", "2-80");
  put(2, "", "2");
  put(1, "z", "1z");
  EXPECT_EQ(read({}), (Names{"1z", "2", "2b", "2-80", "far"}));
  EXPECT_EQ(read({.reverse = true}), (Names{"far", "2-80", "2b", "2", "1z"}));
}

TEST_F(MemoryStore, RangesIncludeTheLowerAndExcludeTheUpperBound) {
  for (const char* key : {"a", "b", "c", "d"}) put(5, key, key);
  EXPECT_EQ(read({.lower = {5, "b"}, .upper = Position{5, "d"}}), (Names{"b", "c"}));
  EXPECT_EQ(read({.lower = {5, "b"}, .upper = Position{5, "d"}, .reverse = true}),
            (Names{"c", "b"}));
  EXPECT_EQ(read({.lower = {5, "d"}, .upper = Position{5, "b"}}), Names{});
  EXPECT_EQ(read({.lower = {5, ""}, .upper = Position{6, ""}}), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(read({.lower = {6, ""}, .upper = Position{5, ""}}), Names{});
}

TEST_F(MemoryStore, SaysWhetherAMaximumEndedThePage) {
  for (const char* key : {"a", "b", "c"}) put(5, key, key);
  put(9 * kShardSize, "x", "x");
  Page page = tree_->read({.max_items = 3});
  EXPECT_EQ(names(page), (Names{"a", "b", "c"}));
  EXPECT_FALSE(page.exhausted);
  // The fourth is the last, but reading stopped for the maximum, not for the end.
  page = tree_->read({.max_items = 4});
  EXPECT_EQ(page.items.size(), 4U);
  EXPECT_FALSE(page.exhausted);
  page = tree_->read({.max_items = 5});
  EXPECT_EQ(page.items.size(), 4U);
  EXPECT_TRUE(page.exhausted);
  EXPECT_EQ(page.bytes, 4U * 2);
  EXPECT_TRUE(tree_->read({.lower = {6, ""}, .upper = Position{7, ""}}).exhausted);
}

TEST_F(MemoryStore, TheRecordThatExceedsMaxBytesIsTheLast) {
  for (const char* key : {"a", "b", "c", "d"}) put(5, key, key);  // two bytes each
  Page page = tree_->read({.max_bytes = 4});
  EXPECT_EQ(names(page), (Names{"a", "b", "c"}));
  EXPECT_FALSE(page.exhausted);
  page = tree_->read({.max_bytes = 3});
  EXPECT_EQ(names(page), (Names{"a", "b"}));
}

TEST_F(MemoryStore, TheSuffixTellsPartitionsOfOneHashApart) {
  put(5, "1/left", "1l");
  put(5, "2/right", "2r");
  put(5, "3/left", "3l");
  Page page = tree_->read({.suffix = "/left", .max_items = 2});
  EXPECT_EQ(names(page), (Names{"1l", "3l"}));
  EXPECT_EQ(page.bytes, 6U);
}

TEST_F(MemoryStore, ABatchChangesSeveralTreesAndItsLaterChangesWin) {
  const auto other = store_->open_tree(2);
  put(1, "gone", "gone");
  Batch batch;
  batch.put(*tree_, {1, "a"}, named("one"));
  batch.put(*tree_, {1, "a"}, named("two"));
  batch.put(*other, {~std::uint64_t{0}, "b"}, named("other"));
  batch.erase(*tree_, {1, "gone"});
  store_->apply(batch);
  EXPECT_TRUE(batch.empty());
  EXPECT_EQ(tree_->get({1, "a"}), named("two"));
  EXPECT_EQ(other->get({~std::uint64_t{0}, "b"}), named("other"));
  EXPECT_FALSE(tree_->get({1, "gone"}));
  const std::vector<Location> locations{
      {other.get(), {~std::uint64_t{0}, "b"}}, {tree_.get(), {1, "x"}}, {tree_.get(), {1, "a"}}};
  const auto items = store_->get_together(locations);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0], named("other"));
  EXPECT_EQ(items[1], std::nullopt);
  EXPECT_EQ(items[2], named("two"));
}

TEST_F(MemoryStore, AReadRecordOutlivesItsReplacementAndItsTree) {
  put(1, "a", "old");
  const auto pinned = tree_->get({1, "a"});
  put(1, "a", "new");
  store_->drop_tree(1);
  tree_.reset();
  EXPECT_EQ(*pinned, named("old"));
}

TEST_F(MemoryStore, ATreeOfTheSameIdIsTheSameUntilDropped) {
  put(1, "a", "a");
  EXPECT_TRUE(store_->open_tree(1)->get({1, "a"}));
  store_->drop_tree(1);
  EXPECT_FALSE(store_->open_tree(1)->get({1, "a"}));
  EXPECT_TRUE(tree_->get({1, "a"})) << "who holds the old tree may still read it";
}

TEST_F(MemoryStore, SharedRecordsAreStoredOnce) {
  const Item item = named("shared");
  const auto index = store_->open_tree(2);
  Batch batch;
  batch.put(*tree_, {1, "a"}, item);
  batch.put(*index, {2, "b"}, item);
  store_->apply(batch);
  EXPECT_EQ(tree_->get({1, "a"})->encoded().data(), item.encoded().data());
  EXPECT_EQ(index->get({2, "b"})->encoded().data(), item.encoded().data());
}

TEST_F(MemoryStore, ACopyAndItsOriginalGoTheirOwnWays) {
  put(1, "a", "a");
  put(1, "b", "b");
  put(kShardSize, "c", "c");
  const auto copy = tree_->copy();
  EXPECT_EQ(names(copy->read({})), (Names{"a", "b", "c"}));
  put(1, "a", "a2");
  erase(1, "b");
  put(2, "d", "d");
  EXPECT_EQ(names(copy->read({})), (Names{"a", "b", "c"}));
  EXPECT_EQ(read({}), (Names{"a2", "d", "c"}));

  Batch batch;
  batch.erase(*copy, {1, "a"});
  batch.put(*copy, {kShardSize, "c"}, named("c2"));
  store_->apply(batch);
  EXPECT_EQ(names(copy->read({})), (Names{"b", "c2"}));
  EXPECT_EQ(read({}), (Names{"a2", "d", "c"}));
  EXPECT_EQ(copy->get({kShardSize, "c"}), named("c2"));
}

TEST_F(MemoryStore, ACopyOutlivesItsOriginal) {
  put(1, "a", "a");
  const auto copy = tree_->copy();
  const auto copy_of_copy = copy->copy();
  store_->drop_tree(1);
  tree_.reset();
  EXPECT_EQ(names(copy->read({})), Names{"a"});
  Batch batch;
  batch.put(*copy, {1, "b"}, named("b"));
  store_->apply(batch);
  EXPECT_EQ(names(copy->read({})), (Names{"a", "b"}));
  EXPECT_EQ(names(copy_of_copy->read({})), Names{"a"});
}

}  // namespace
}  // namespace keywright::storage
