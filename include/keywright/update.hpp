#pragma once
// Update: the changes of one UpdateItem, and what they ask of the item.
//
// A path is the name of an attribute, or a nested one such as "address.city"; each is touched at
// most once, and never together with a path inside it: that is a `validation` error that names
// both. Where a nested path is set and its parent is missing, the parent is made. Made for one
// call, by one thread.

#include <keywright/access_pattern.hpp>
#include <keywright/change.hpp>
#include <keywright/item.hpp>
#include <keywright/key_value.hpp>
#include <keywright/requirements.hpp>
#include <keywright/result.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace keywright {

class Update : public Requirements {
 public:
  enum class Action : std::uint8_t { set, set_if_absent, remove, add, remove_members };
  struct Step {
    Action action;
    std::string path;
    std::optional<AttributeValue> value;  // not of remove
  };

  Update(const WritePattern& pattern, Result<Key> key);

  /// Sets an attribute; an empty optional or an empty set removes it.
  template <class T>
  void set(std::string_view path, const T& value, const FieldLimits& limits = {}) {
    if (detail::is_absent(value)) {
      remove(path);
    } else {
      step(Action::set, path, encode(path, value, limits));
    }
  }
  template <class T>
  void set_if_absent(std::string_view path, const T& value, const FieldLimits& limits = {}) {
    if (!detail::is_absent(value)) step(Action::set_if_absent, path, encode(path, value, limits));
  }
  template <class T>
  void change(std::string_view path, const Change<T>& value, const FieldLimits& limits = {}) {
    if (value.sets()) set(path, value.value(), limits);
    if (value.removes()) remove(path);
    if (value.sets_null()) step(Action::set, path, AttributeValue::null());
  }
  void remove(std::string_view path) { step(Action::remove, path, std::nullopt); }
  /// Adds to a number (from 0) or to a set.
  template <class T>
  void add(std::string_view path, const T& value) {
    if (!detail::is_absent(value)) step(Action::add, path, encode(path, value, {}));
  }
  template <class T>
  void remove_members(std::string_view path, const std::set<T>& members) {
    if (!detail::is_absent(members)) step(Action::remove_members, path, encode(path, members, {}));
  }

  // Keys of indexes: an item enters an index by all of its keys and leaves it by none.
  void set_key(const KeyValue& key) { key_step(Action::set, key); }
  void set_key_if_absent(const KeyValue& key) { key_step(Action::set_if_absent, key); }
  void remove_key(std::string_view attribute) { remove(attribute); }

  /// The tag of an entity that this update may create.
  void tag(std::string_view entity);
  /// Every update counts, whether or not it was told which version was read.
  void count_version(std::string_view attribute, std::optional<std::int64_t> read = std::nullopt) {
    add(attribute, std::int64_t{1});
    require_version(attribute, read);
  }

  // What the item must be, besides the Requirements.
  template <NamedEnum E>
  void from_states(std::string_view attribute, std::initializer_list<E> states) {
    state_attribute_ = attribute;
    for (const E state : states) states_.push_back(name_of(state));
  }
  [[nodiscard]] const WritePattern& pattern() const { return pattern_; }
  [[nodiscard]] const Key& key() const { return key_; }
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] std::string_view state_attribute() const { return state_attribute_; }
  [[nodiscard]] const std::vector<std::string_view>& states() const { return states_; }

 private:
  void step(Action action, std::string_view path, std::optional<AttributeValue> value);
  void key_step(Action action, const KeyValue& key);

  const WritePattern& pattern_;
  Key key_;
  std::vector<Step> steps_;
  std::string_view state_attribute_;
  std::vector<std::string_view> states_;
};

}  // namespace keywright
