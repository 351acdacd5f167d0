#include "storage/memory_tree.hpp"

#include "core/copy_on_write.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

#include <absl/container/btree_set.h>

namespace keywright::storage {
namespace {

/// Pages start with room for so many.
constexpr std::size_t kFirstItems = 16;

/// A record and the bytes of its key, in one allocation.
struct Node {
  Item item;
  std::uint32_t size;

  [[nodiscard]] std::string_view bytes() const {
    return {reinterpret_cast<const char*>(this + 1), size};
  }

  static Node* make(std::string_view bytes, Item item) {
    void* memory = ::operator new(sizeof(Node) + bytes.size());
    auto* node = new (memory) Node{std::move(item), static_cast<std::uint32_t>(bytes.size())};
    std::memcpy(static_cast<void*>(node + 1), bytes.data(), bytes.size());
    return node;
  }
  static void free(Node* node) {
    node->~Node();
    ::operator delete(node);
  }
};

/// The first eight bytes as a big-endian number, zeros behind shorter ones: if two differ, they
/// compare as the bytes do.
std::uint64_t head_of(std::string_view bytes) {
  std::uint64_t head = 0;
  if (bytes.empty()) return head;  // whose data may be null
  std::memcpy(&head, bytes.data(), bytes.size() < 8 ? bytes.size() : 8);
  return __builtin_bswap64(head);
}

/// What the btree holds. Most comparisons end before the node is touched.
struct Entry {
  std::uint64_t hash;
  std::uint64_t head;
  Node* node;

  [[nodiscard]] std::string_view bytes() const { return node->bytes(); }
};

/// A key to look for.
struct Probe {
  explicit Probe(Position at) : hash(at.hash), head(head_of(at.bytes)), key(at.bytes) {}
  std::uint64_t hash;
  std::uint64_t head;
  std::string_view key;

  [[nodiscard]] std::string_view bytes() const { return key; }
};

struct Before {
  using is_transparent = void;
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if (a.hash != b.hash) return a.hash < b.hash;
    if (a.head != b.head) return a.head < b.head;
    return a.bytes() < b.bytes();
  }
};

using Entries = absl::btree_set<Entry, Before>;

bool is_at(const Entry& entry, const Probe& probe) {
  return entry.hash == probe.hash && entry.head == probe.head && entry.bytes() == probe.key;
}

/// Takes entries into a page until a maximum ends it.
class PageReader {
 public:
  PageReader(const RangeRead& range, Page& page) : range_(range), page_(page) {}

  [[nodiscard]] bool full() const {
    return page_.items.size() >= range_.max_items || page_.bytes > range_.max_bytes;
  }
  void take(const Entry& entry) {
    if (!entry.bytes().ends_with(range_.suffix)) return;
    page_.bytes += entry.node->item.size_in_bytes();
    page_.items.push_back(entry.node->item);
  }

 private:
  const RangeRead& range_;
  Page& page_;
};

// The part of a shard from `lower` up to `upper`, each null where the shard is read from its
// beginning or to its end. Only the near bound is searched for: the far one is met on the way, if a
// maximum does not end the page before. False if the page is full before the part ends.

bool read_forward(const Entries& entries, const Probe* lower, const Probe* upper,
                  PageReader& reader) {
  auto at = lower != nullptr ? entries.lower_bound(*lower) : entries.begin();
  for (; at != entries.end() && (upper == nullptr || Before()(*at, *upper)); ++at) {
    if (reader.full()) return false;
    reader.take(*at);
  }
  return true;
}

bool read_backward(const Entries& entries, const Probe* lower, const Probe* upper,
                   PageReader& reader) {
  auto at = upper != nullptr ? entries.lower_bound(*upper) : entries.end();
  while (at != entries.begin()) {
    --at;
    if (lower != nullptr && Before()(*at, *lower)) return true;
    if (reader.full()) return false;
    reader.take(*at);
  }
  return true;
}

}  // namespace

/// The entries of a shard, and the nodes they point to.
struct MemoryTree::Records {
  Records() = default;
  Records(const Records& other) {
    for (const Entry& entry : other.entries) {
      Node* node = Node::make(entry.bytes(), entry.node->item);
      entries.insert(entries.end(), Entry{entry.hash, entry.head, node});
    }
  }
  Records& operator=(const Records&) = delete;
  ~Records() {
    for (const Entry& entry : entries) Node::free(entry.node);
  }

  Entries entries;
};

struct alignas(64) MemoryTree::Shard {
  mutable SharedMutex mutex;
  CopyOnWrite<Records> records;
};

MemoryTree::MemoryTree(TreeId id) : Tree(id), shards_(new Shard[kShards]) {}
MemoryTree::~MemoryTree() = default;

SharedMutex& MemoryTree::mutex(std::size_t shard) const {
  return shards_[shard].mutex;
}

std::optional<Item> MemoryTree::get(Position at) const {
  const Shard& shard = shards_[shard_of(at.hash)];
  const std::shared_lock lock(shard.mutex);
  const Item* item = look(at);
  return item != nullptr ? std::optional<Item>(*item) : std::nullopt;
}

std::shared_ptr<Tree> MemoryTree::copy() {
  auto copied = std::make_shared<MemoryTree>(id());
  for (std::size_t i = 0; i < kShards; ++i) {
    const std::lock_guard lock(shards_[i].mutex);
    copied->shards_[i].records = shards_[i].records;
  }
  return copied;
}

const Item* MemoryTree::look(Position at) const {
  const Entries& entries = shards_[shard_of(at.hash)].records->entries;
  const Probe probe(at);
  const auto found = entries.lower_bound(probe);
  return found != entries.end() && is_at(*found, probe) ? &found->node->item : nullptr;
}

void MemoryTree::exchange(Position at, std::optional<Item>& item) {
  Entries& entries = shards_[shard_of(at.hash)].records.write().entries;
  const Probe probe(at);
  const auto place = entries.lower_bound(probe);
  const bool present = place != entries.end() && is_at(*place, probe);
  if (present && item) {
    std::swap(place->node->item, *item);
  } else if (item) {
    Node* node = Node::make(at.bytes, std::move(*item));
    item.reset();
    entries.insert(place, Entry{probe.hash, probe.head, node});
  } else if (present) {
    Node* node = place->node;
    item = std::move(node->item);
    entries.erase(place);
    Node::free(node);
  }
}

Page MemoryTree::read(const RangeRead& range) const {
  Page page;
  page.items.reserve(std::min(range.max_items, kFirstItems));
  PageReader reader(range, page);
  const Probe lower(range.lower);
  const Probe upper(range.upper.value_or(Position{}));
  const std::size_t first = shard_of(lower.hash);
  const std::size_t last = range.upper ? shard_of(upper.hash) : kShards - 1;
  for (std::size_t i = first; i <= last; ++i) {
    const std::size_t index = range.reverse ? last - (i - first) : i;
    const Probe* from = index == first ? &lower : nullptr;
    const Probe* to = range.upper && index == last ? &upper : nullptr;
    const Shard& shard = shards_[index];
    const std::shared_lock lock(shard.mutex);
    const Entries& entries = shard.records->entries;
    const bool ended = range.reverse ? read_backward(entries, from, to, reader)
                                     : read_forward(entries, from, to, reader);
    if (!ended) return page;
  }
  page.exhausted = !reader.full();
  return page;
}

}  // namespace keywright::storage
