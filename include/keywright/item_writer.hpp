#pragma once
// ItemWriter: an entity and its keys become an item.
//
// The first value that does not fit (a key that is empty or too long, a field outside its limits,
// an item of more than 400 KB) is what finish() returns, with entity and field named. For one item,
// by one thread.

#include <keywright/item.hpp>
#include <keywright/key_value.hpp>
#include <keywright/result.hpp>
#include <keywright/value_encoder.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace keywright {

/// The hidden attribute that names an item's entity.
inline constexpr std::string_view kTypeAttribute = "_type";

/// The time-to-live of an item that lives for so long from `now` on.
[[nodiscard]] EpochSeconds expiry(Timestamp now, std::chrono::seconds after);

class ItemWriter {
 public:
  /// A key attribute, of the table or of an index.
  void key(const KeyValue& value);

  /// All fields, and the tag that names the entity.
  template <Described T>
  void entity(const T& value) {
    entity_ = entity_name<T>;
    encoder_.begin(entity_);
    item_.set_string(kTypeAttribute, entity_);
    detail::for_each_sorted_field<T>(
        [&](const auto& each) { field(each.name, value.*each.member, each.limits); });
  }

  /// One attribute; an empty optional and an empty set are left out.
  template <class T>
  void field(std::string_view name, const T& value, const FieldLimits& limits = {}) {
    if (detail::is_absent(value)) return;
    const auto mark = encoder_.enter(name);
    encoder_.check_limits(value, limits);
    write(name, value);
    encoder_.leave(mark);
  }

  /// The time-to-live of an item whose caller gave none: `after` from now on.
  void expiry(std::string_view name, Timestamp now, std::chrono::seconds after);

  [[nodiscard]] Result<Item> finish();

 private:
  template <class T>
  void write(std::string_view name, const T& value) {
    item_.set(name, encoder_.encode(value));
  }
  // The frequent scalars go straight into the item.
  template <class T>
  void write(std::string_view name, const std::optional<T>& value) {
    write(name, *value);
  }
  template <NamedEnum E>
  void write(std::string_view name, const E& value) {
    item_.set_string(name, encoder_.checked_name(name_of(value)));
  }
  void write(std::string_view name, const std::string& text) { item_.set_string(name, text); }
  void write(std::string_view name, const Binary& value) { item_.set_binary(name, value.bytes); }
  void write(std::string_view name, const Number& number) { item_.set_number(name, number); }
  void write(std::string_view name, std::int64_t number) { item_.set_number(name, number); }
  void write(std::string_view name, bool value) { item_.set_bool(name, value); }
  void write(std::string_view name, const Ulid& id);
  void write(std::string_view name, const Uuid& id);
  void write(std::string_view name, Timestamp time);

  std::string_view entity_;
  ValueEncoder encoder_;
  ItemBuilder item_;
};

/// The error of an item over 400 KB, with its size and its largest attribute; or nothing.
[[nodiscard]] Result<void> check_item_size(std::string_view entity, const Item& item);

}  // namespace keywright
