#include "core/encoding.hpp"
#include "repository/errors.hpp"
#include <keywright/key_value.hpp>

#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace keywright {

KeyValue::KeyValue(KeyValue&& other) noexcept
    : attribute_(other.attribute_),
      type_(other.type_),
      size_(other.size_),
      long_(std::move(other.long_)),
      number_(other.number_),
      error_(std::move(other.error_)) {
  if (size_ <= kShortSize) std::memcpy(short_.data(), other.short_.data(), size_);
}

void KeyValue::append(std::string_view text) {
  if (text.empty()) return;
  if (size_ + text.size() <= kShortSize) {
    std::memcpy(short_.data() + size_, text.data(), text.size());
  } else {
    if (size_ <= kShortSize) long_.assign(short_.data(), size_);
    long_.append(text);
  }
  size_ += text.size();
}

void KeyValue::fail(Error error) {
  if (!error_) error_ = std::make_unique<Error>(std::move(error));
}

AttributeValue KeyValue::value() const {
  switch (type_) {
    case AttributeType::number:
      return AttributeValue(number_);
    case AttributeType::binary:
      return AttributeValue::binary(bytes());
    default:
      return AttributeValue(bytes());
  }
}

void KeyValue::write_to(ItemBuilder& item) const {
  switch (type_) {
    case AttributeType::number:
      item.set_number(attribute_, number_);
      break;
    case AttributeType::binary:
      item.set_binary(attribute_, bytes());
      break;
    default:
      item.set_string(attribute_, bytes());
  }
}

// NativeKey ------------------------------------------------------------------------------------

namespace {

KeyValue native_bytes(const NativeKey& key, AttributeType type, std::string_view bytes) {
  KeyValue value(key.attribute, type);
  if (bytes.empty()) {
    value.fail(repository::validation(fmt::format(
        "{}.{} is empty, and the value of a key cannot be", key.entity, key.attribute)));
  } else if (bytes.size() > key.max_size) {
    value.fail(
        repository::validation(fmt::format("{}.{} has {} bytes; as a key it can have at most {}",
                                           key.entity, key.attribute, bytes.size(), key.max_size)));
  } else {
    value.append(bytes);
  }
  return value;
}

}  // namespace

KeyValue NativeKey::operator()(std::string_view text) const {
  return native_bytes(*this, AttributeType::string, text);
}

KeyValue NativeKey::operator()(const Binary& bytes) const {
  return native_bytes(*this, AttributeType::binary, bytes.bytes);
}

KeyValue NativeKey::operator()(const Number& number) const {
  KeyValue value(attribute, AttributeType::number);
  value.set_number(number);
  return value;
}

KeyValue NativeKey::operator()(const Ulid& id) const {
  char text[Ulid::kTextSize];
  id.write_to(text);
  return fixed_text({text, sizeof text}, true);
}

KeyValue NativeKey::operator()(const Uuid& id) const {
  char text[Uuid::kTextSize];
  id.write_to(text);
  return fixed_text({text, sizeof text}, true);
}

KeyValue NativeKey::operator()(Timestamp time) const {
  char text[kTimestampTextSize] = {};
  const bool in_range = write_text(time, text);
  return fixed_text({text, sizeof text}, in_range);
}

KeyValue NativeKey::operator()(Date date) const {
  char text[kDateTextSize] = {};
  const bool in_range = write_text(date, text);
  return fixed_text({text, sizeof text}, in_range);
}

KeyValue NativeKey::fixed_text(std::string_view text, bool in_range) const {
  KeyValue value(attribute, AttributeType::string);
  value.append(text);
  if (!in_range) {
    value.fail(repository::validation(
        fmt::format("{}.{} lies outside the years 0000 to 9999", entity, attribute)));
  }
  return value;
}

// Keys of items ----------------------------------------------------------------------------------

namespace {

/// Writes the members of a key in the order of their names: one allocation, unlike ItemBuilder.
class KeyEncoder {
 public:
  void add(const KeyValue& key) {
    encoding::append_name(bytes_, key.attribute());
    switch (key.type()) {
      case AttributeType::number:
        encoding::append_number(bytes_, key.number());
        size_ += key.number().size_in_bytes();
        break;
      case AttributeType::binary:
        encoding::append_binary(bytes_, key.bytes());
        size_ += key.bytes().size();
        break;
      default:
        encoding::append_string(bytes_, key.bytes());
        size_ += key.bytes().size();
    }
    size_ += key.attribute().size();
    ++count_;
  }
  [[nodiscard]] Key finish() {
    encoding::store_u32(bytes_.data(), count_);
    encoding::store_u32(bytes_.data() + 4, size_);
    return Item::from_encoded(bytes_);
  }

 private:
  std::string bytes_ = std::string(encoding::kItemHeader, '\0');
  std::size_t count_ = 0;
  std::size_t size_ = 0;
};

}  // namespace

Result<Key> make_key(const KeyValue& partition) {
  if (partition.has_error()) return partition.error();
  KeyEncoder key;
  key.add(partition);
  return key.finish();
}

Result<Key> make_key(const KeyValue& partition, const KeyValue& sort) {
  if (partition.has_error()) return partition.error();
  if (sort.has_error()) return sort.error();
  KeyEncoder key;
  const bool in_order = partition.attribute() < sort.attribute();
  key.add(in_order ? partition : sort);
  key.add(in_order ? sort : partition);
  return key.finish();
}

}  // namespace keywright
