#pragma once
// Several items read at one moment: one TransactGetItems of at most 100. Each get is told where its
// entity goes, which must outlive the call. Made for one call, by one thread.

#include <keywright/access_pattern.hpp>
#include <keywright/item.hpp>
#include <keywright/item_reader.hpp>
#include <keywright/result.hpp>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace keywright {

class ReadTransaction {
 public:
  struct Get {
    GetPattern pattern;
    Result<Key> key;
    std::function<Result<void>(const Item& item)> read;
  };

  explicit ReadTransaction(const GetPattern& pattern) : pattern_(pattern) {}

  /// `into` becomes the entity, or stays empty if there is none.
  template <Described T>
  void get(const GetPattern& pattern, Result<Key> key, std::optional<T>& into) {
    gets_.push_back({pattern, std::move(key), [&into](const Item& item) -> Result<void> {
                       auto value = from_item<T>(item);
                       if (!value) return std::move(value).error();
                       into = *std::move(value);
                       return {};
                     }});
  }

  [[nodiscard]] const GetPattern& pattern() const { return pattern_; }
  [[nodiscard]] const std::vector<Get>& gets() const { return gets_; }

 private:
  const GetPattern& pattern_;
  std::vector<Get> gets_;
};

}  // namespace keywright
