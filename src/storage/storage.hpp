#pragma once
// Storage: ordered trees of immutable records, changed by atomic batches.
//
// A record is an Item under a key of two parts: a 64-bit partition hash, and bytes that order the
// records of one hash. Keys are compared by hash, then by bytes; storage knows nothing else about
// what is stored. Reads hand out the stored record itself, pinned by its reference count. All
// functions may be called from many threads; readers and writers of different partitions do not
// wait for each other. Nothing here fails but by running out of memory.

#include <keywright/item.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::storage {

using TreeId = std::uint32_t;

/// A place in a tree. Borrows its bytes.
struct Position {
  std::uint64_t hash = 0;
  std::string_view bytes = {};
};

/// One page to be read: records from `lower` (included) to `upper` (excluded).
struct RangeRead {
  Position lower = {};
  std::optional<Position> upper = {};  ///< nullopt: to the end of the tree
  /// Only records whose key ends with these bytes are returned, and count.
  std::string_view suffix = {};
  bool reverse = false;
  std::size_t max_items = std::numeric_limits<std::size_t>::max();
  /// Reading stops after the record with which the sum of the sizes (Item::size_in_bytes) exceeds
  /// this.
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
};

struct Page {
  std::vector<Item> items;
  std::size_t bytes = 0;   ///< sum of their sizes
  bool exhausted = false;  ///< the range held no more; false if a maximum ended the page
};

class Batch;

/// One ordered map: a table or an index.
class Tree {
 public:
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  virtual ~Tree() = default;

  [[nodiscard]] TreeId id() const { return id_; }
  [[nodiscard]] virtual std::optional<Item> get(Position at) const = 0;
  /// A range within one hash is read at one moment. A wider one is read part by part: it may see
  /// some changes of a concurrent batch and not others.
  [[nodiscard]] virtual Page read(const RangeRead& range) const = 0;
  /// A tree with the records that this one has, while nobody writes. Neither will see the other's
  /// changes; a part of the records is copied when one of the two first changes something in it.
  /// The store knows the copy by no id: it lives as long as somebody holds it.
  [[nodiscard]] virtual std::shared_ptr<Tree> copy() = 0;

 protected:
  explicit Tree(TreeId id) : id_(id) {}

 private:
  TreeId id_;
};

/// A key of some tree.
struct Location {
  const Tree* tree = nullptr;
  Position at;
};

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// The tree of that id, made empty if there is none.
  [[nodiscard]] virtual std::shared_ptr<Tree> open_tree(TreeId id) = 0;
  /// Forgets the tree and its records. Who still holds it may use it, to no lasting effect.
  virtual void drop_tree(TreeId id) = 0;

  /// Makes all changes of a batch at once: no reader of single keys, of get_together or of a range
  /// within one hash sees a part of them. The batch is empty afterwards.
  virtual void apply(Batch& batch) = 0;
  /// Reads several keys, of any trees of this store, at one moment; the answers are by position.
  [[nodiscard]] virtual std::vector<std::optional<Item>> get_together(
      std::span<const Location> locations) const = 0;
};

/// Changes to be made together. Later changes of one key win. Not thread-safe.
class Batch {
 public:
  struct Change {
    Tree* tree;
    std::uint64_t hash;
    std::size_t offset, size;  ///< of the key bytes in the batch
    std::optional<Item> item;  ///< nullopt: erase
  };

  void put(Tree& tree, Position at, Item item) { add(tree, at, std::move(item)); }
  void erase(Tree& tree, Position at) { add(tree, at, std::nullopt); }

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] std::vector<Change>& changes() { return changes_; }
  [[nodiscard]] std::string_view bytes(const Change& change) const {
    return std::string_view(bytes_).substr(change.offset, change.size);
  }
  void clear() {
    changes_.clear();
    bytes_.clear();
  }

 private:
  void add(Tree& tree, Position at, std::optional<Item> item) {
    changes_.push_back({&tree, at.hash, bytes_.size(), at.bytes.size(), std::move(item)});
    bytes_.append(at.bytes);
  }

  std::vector<Change> changes_;
  std::string bytes_;
};

/// A store in memory.
[[nodiscard]] std::unique_ptr<Store> make_memory_store();

}  // namespace keywright::storage
