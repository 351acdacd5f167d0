#include "repository/errors.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/update.hpp>

#include <utility>

#include <fmt/format.h>

namespace keywright {
namespace {

/// Whether `outer` is `inner` or contains it: "address" and "address.city", "lines" and "lines[2]".
bool contains_path(std::string_view outer, std::string_view inner) {
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

}  // namespace

Update::Update(const WritePattern& pattern, Result<Key> key) : pattern_(pattern) {
  if (key) {
    key_ = *std::move(key);
  } else {
    keep(std::move(key).error());
  }
}

void Update::step(Action action, std::string_view path, std::optional<AttributeValue> value) {
  for (const Step& earlier : steps_) {
    if (!contains_path(earlier.path, path) && !contains_path(path, earlier.path)) continue;
    keep(repository::validation(
        earlier.path == path
            ? fmt::format("{}: {} is changed twice", pattern_.name, path)
            : fmt::format("{}: {} and {} cannot both be changed, since one contains the other",
                          pattern_.name, earlier.path, path)));
  }
  steps_.push_back({action, std::string(path), std::move(value)});
}

void Update::key_step(Action action, const KeyValue& key) {
  if (key.has_error()) keep(key.error());
  step(action, key.attribute(), key.value());
}

void Update::tag(std::string_view entity) {
  step(Action::set, kTypeAttribute, AttributeValue(entity));
}

}  // namespace keywright
