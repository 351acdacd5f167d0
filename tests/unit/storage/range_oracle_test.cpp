// Random changes and ranges, against a std::map that is read in the plainest way.

#include "storage/storage.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::storage {
namespace {

using OracleKey = std::pair<std::uint64_t, std::string>;
using Oracle = std::map<OracleKey, Item>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }

  /// Few hashes, among them the first and last of shards, so that ranges begin and end everywhere.
  std::uint64_t hash() {
    const std::uint64_t shard = below(4) == 0 ? 63 : below(3);
    const std::uint64_t first = shard << 58;
    switch (below(3)) {
      case 0:
        return first;
      case 1:
        return first + 1 + below(2);
      default:
        return first + ((std::uint64_t{1} << 58) - 1);
    }
  }
  /// Short bytes over a small alphabet with extremes, often beyond eight of them.
  std::string bytes() {
    static constexpr char kAlphabet[] = {'\0', '\x01', 'a', '\x7F', '\x80', '\xFF'};
    std::string bytes(below(3) == 0 ? 8 + below(3) : below(3), 'a');
    for (char& byte : bytes) {
      if (below(3) != 0) byte = kAlphabet[below(sizeof kAlphabet)];
    }
    return bytes;
  }

 private:
  std::mt19937_64 engine_;
};

Page naive_read(const Oracle& oracle, const RangeRead& range) {
  std::vector<Item> candidates;
  for (const auto& [key, item] : oracle) {
    if (key < OracleKey(range.lower.hash, std::string(range.lower.bytes))) continue;
    if (range.upper && key >= OracleKey(range.upper->hash, std::string(range.upper->bytes))) {
      continue;
    }
    if (!std::string_view(key.second).ends_with(range.suffix)) continue;
    candidates.push_back(item);
  }
  if (range.reverse) candidates = {candidates.rbegin(), candidates.rend()};
  Page page;
  for (const Item& item : candidates) {
    if (page.items.size() >= range.max_items || page.bytes > range.max_bytes) break;
    page.items.push_back(item);
    page.bytes += item.size_in_bytes();
  }
  page.exhausted = page.items.size() < range.max_items && page.bytes <= range.max_bytes;
  return page;
}

void change(Random& random, Store& store, Tree& tree, Oracle& oracle, int& serial) {
  Batch batch;
  for (std::size_t i = 0; i <= random.below(3); ++i) {
    const std::uint64_t hash = random.hash();
    const std::string bytes = random.bytes();
    if (random.below(3) == 0) {
      batch.erase(tree, {hash, bytes});
      oracle.erase({hash, bytes});
    } else {
      const Item item{{"n", ++serial}, {"pad", std::string(random.below(20), 'p')}};
      batch.put(tree, {hash, bytes}, item);
      oracle[{hash, bytes}] = item;
    }
  }
  store.apply(batch);
}

void compare(Random& random, const Tree& tree, const Oracle& oracle) {
  const std::string lower = random.bytes();
  const std::string upper = random.bytes();
  const std::string suffix = random.below(3) == 0 ? random.bytes().substr(0, 1) : "";
  RangeRead range;
  if (random.below(4) != 0) range.lower = {random.hash(), lower};
  if (random.below(4) != 0) range.upper = Position{random.hash(), upper};
  range.suffix = suffix;
  range.reverse = random.below(2) == 0;
  if (random.below(2) == 0) range.max_items = 1 + random.below(10);
  if (random.below(3) == 0) range.max_bytes = random.below(200);
  const Page page = tree.read(range);
  const Page expected = naive_read(oracle, range);
  ASSERT_EQ(page.items, expected.items);
  ASSERT_EQ(page.bytes, expected.bytes);
  ASSERT_EQ(page.exhausted, expected.exhausted);
}

TEST(RangeOracle, AgreesWithAPlainMap) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto store = make_memory_store();
    const auto tree = store->open_tree(1);
    Oracle oracle;
    int serial = 0;
    for (int step = 0; step < 600; ++step) {
      change(random, *store, *tree, oracle, serial);
      ASSERT_NO_FATAL_FAILURE(compare(random, *tree, oracle));
      const OracleKey key(random.hash(), random.bytes());
      const auto found = oracle.find(key);
      const auto item = tree->get({key.first, key.second});
      ASSERT_EQ(item.has_value(), found != oracle.end());
      if (item) {
        ASSERT_EQ(*item, found->second);
      }
    }
  }
}

}  // namespace
}  // namespace keywright::storage
