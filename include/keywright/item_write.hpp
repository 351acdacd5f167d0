#pragma once
// Put and Delete: a whole item written or deleted, and what that asks of the item as it stands.
//
//   keywright::Put put(kSaveAccount, to_item(next));
//   put.require_version("version", account.version);
//   return repository_.put<Account>(put);
//
// Made for one call, by one thread.

#include <keywright/access_pattern.hpp>
#include <keywright/item.hpp>
#include <keywright/requirements.hpp>
#include <keywright/result.hpp>

#include <utility>

namespace keywright {

class Put : public Requirements {
 public:
  Put(const WritePattern& pattern, Result<Item> item) : pattern_(pattern) {
    if (item) {
      item_ = *std::move(item);
    } else {
      keep(std::move(item).error());
    }
  }
  [[nodiscard]] const WritePattern& pattern() const { return pattern_; }
  [[nodiscard]] const Item& item() const { return item_; }

 private:
  WritePattern pattern_;
  Item item_;
};

/// Without a precondition the item need not be there; with a version required, it must.
class Delete : public Requirements {
 public:
  Delete(const WritePattern& pattern, Result<Key> key) : pattern_(pattern) {
    if (key) {
      key_ = *std::move(key);
    } else {
      keep(std::move(key).error());
    }
  }
  [[nodiscard]] const WritePattern& pattern() const { return pattern_; }
  [[nodiscard]] const Key& key() const { return key_; }

 private:
  WritePattern pattern_;
  Key key_;
};

}  // namespace keywright
