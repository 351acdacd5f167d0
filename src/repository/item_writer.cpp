#include "repository/errors.hpp"
#include <keywright/item_writer.hpp>

#include <utility>

#include <fmt/format.h>

namespace keywright {

void ItemWriter::key(const KeyValue& value) {
  if (value.has_error()) encoder_.keep(value.error());
  value.write_to(item_);
}

EpochSeconds expiry(Timestamp now, std::chrono::seconds after) {
  return std::chrono::floor<std::chrono::seconds>(now) + after;
}

void ItemWriter::expiry(std::string_view name, Timestamp now, std::chrono::seconds after) {
  item_.set_number(name, Number(keywright::expiry(now, after).time_since_epoch().count()));
}

void ItemWriter::write(std::string_view name, const Ulid& id) {
  char text[Ulid::kTextSize];
  id.write_to(text);
  item_.set_string(name, {text, sizeof text});
}

void ItemWriter::write(std::string_view name, const Uuid& id) {
  char text[Uuid::kTextSize];
  id.write_to(text);
  item_.set_string(name, {text, sizeof text});
}

void ItemWriter::write(std::string_view name, Timestamp time) {
  std::string text;
  encoder_.write_text(time, text);
  item_.set_string(name, text);
}

Result<Item> ItemWriter::finish() {
  if (encoder_.failed()) return encoder_.take_error();
  Item item = item_.build();
  auto size = check_item_size(entity_, item);
  if (!size) return std::move(size).error();
  return item;
}

Result<void> check_item_size(std::string_view entity, const Item& item) {
  if (item.size_in_bytes() <= kMaxItemSize) return {};
  MemberView largest{{}, ValueView("")};
  std::size_t largest_size = 0;
  for (const MemberView member : item) {
    const std::size_t size = member.name.size() + member.value.size_in_bytes();
    if (size > largest_size) {
      largest = member;
      largest_size = size;
    }
  }
  return repository::make_error(
      ErrorCode::item_too_large,
      fmt::format("{} has {} bytes, and an item can have {}; the largest field is {} with {} bytes",
                  entity, item.size_in_bytes(), kMaxItemSize, largest.name, largest_size));
}

}  // namespace keywright
