#include "core/encoding.hpp"
#include "core/small_vector.hpp"
#include <keywright/item.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace keywright {

namespace {

constexpr char kEmptyItem[encoding::kItemHeader] = {};
constexpr std::size_t kExpectedChanges = 12;
constexpr std::size_t kExpectedBytes = 480;

}  // namespace

/// The encoded item (encoding.hpp) follows the record in the same allocation.
struct Item::Record {
  mutable std::atomic<std::uint32_t> references{1};
  std::uint32_t length;  // of the encoded item

  explicit Record(std::size_t encoded_length)
      : length(static_cast<std::uint32_t>(encoded_length)) {}

  static Record* allocate(std::size_t encoded_length) {
    void* memory = ::operator new(sizeof(Record) + encoded_length);
    return new (memory) Record(encoded_length);
  }
  static void release(const Record* record) {
    if (record == nullptr) return;
    // The last owner must see all that the others read before it frees the memory.
    if (record->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    record->~Record();
    ::operator delete(const_cast<Record*>(record));
  }

  [[nodiscard]] const char* data() const { return reinterpret_cast<const char*>(this + 1); }
  [[nodiscard]] char* data() { return reinterpret_cast<char*>(this + 1); }
  [[nodiscard]] const char* members_begin() const { return data() + encoding::kItemHeader; }
  [[nodiscard]] const char* members_end() const { return data() + length; }
};

Item::Item(std::initializer_list<std::pair<std::string_view, AttributeValue>> attributes) {
  ItemBuilder builder;
  for (const auto& [name, value] : attributes) builder.set(name, value);
  *this = builder.build();
}

Item::Item(const Item& other) noexcept : record_(other.record_) {
  if (record_ != nullptr) record_->references.fetch_add(1, std::memory_order_relaxed);
}

Item::~Item() {
  Record::release(record_);
}

std::optional<ValueView> Item::find(std::string_view name) const {
  if (record_ == nullptr) return std::nullopt;
  const char* found = encoding::find_member(record_->members_begin(), record_->members_end(), name);
  if (found == nullptr) return std::nullopt;
  return ValueView(found);
}

MemberRange Item::attributes() const {
  if (record_ == nullptr) return {nullptr, nullptr};
  return {record_->members_begin(), record_->members_end()};
}

std::size_t Item::count() const {
  return record_ == nullptr ? 0 : encoding::load_u32(record_->data());
}

std::size_t Item::size_in_bytes() const {
  return record_ == nullptr ? 0 : encoding::load_u32(record_->data() + 4);
}

std::string_view Item::encoded() const {
  if (record_ == nullptr) return {kEmptyItem, sizeof kEmptyItem};
  return {record_->data(), record_->length};
}

Item Item::with_only(std::span<const std::string> names) const {
  if (record_ == nullptr) return {};
  SmallVector<std::string_view, 12> members;  // that are kept
  std::size_t length = encoding::kItemHeader;
  std::size_t size = 0;
  const char* at = record_->members_begin();
  auto name = names.begin();
  while (at != record_->members_end() && name != names.end()) {
    const std::string_view found = encoding::member_name(at);
    const int order = found.compare(*name);
    if (order > 0) {
      ++name;
      continue;
    }
    const char* const value = encoding::member_value(found);
    const char* const next = value + encoding::encoded_size(value);
    if (order == 0) {
      members.push_back({at, static_cast<std::size_t>(next - at)});
      length += members.back().size();
      size += found.size() + encoding::accounted_size(value);
      ++name;
    }
    at = next;
  }
  if (members.empty()) return {};
  if (members.size() == count()) return *this;
  Record* const record = Record::allocate(length);
  encoding::store_u32(record->data(), members.size());
  encoding::store_u32(record->data() + 4, size);
  char* out = record->data() + encoding::kItemHeader;
  for (const std::string_view member : members) {
    std::memcpy(out, member.data(), member.size());
    out += member.size();
  }
  return Item(record);
}

Item Item::from_encoded(std::string_view bytes) {
  if (bytes.size() <= encoding::kItemHeader) return {};
  Record* record = Record::allocate(bytes.size());
  std::memcpy(record->data(), bytes.data(), bytes.size());
  return Item(record);
}

// ItemBuilder --------------------------------------------------------------------------------

std::string& ItemBuilder::begin_change(std::string_view name) {
  if (changes_.empty()) {
    changes_.reserve(kExpectedChanges);
    bytes_.reserve(kExpectedBytes);
  }
  changes_.push_back({static_cast<std::uint32_t>(bytes_.size()), 0, 0, 0});
  encoding::append_name(bytes_, name);
  return bytes_;
}

ItemBuilder& ItemBuilder::end_change() {
  Change& change = changes_.back();
  change.size = static_cast<std::uint32_t>(bytes_.size()) - change.offset;
  return *this;
}

ItemBuilder& ItemBuilder::set(std::string_view name, ValueView value) {
  begin_change(name).append(value.encoded());
  return end_change();
}

ItemBuilder& ItemBuilder::set_string(std::string_view name, std::string_view text) {
  encoding::append_string(begin_change(name), text);
  return end_change();
}

ItemBuilder& ItemBuilder::set_binary(std::string_view name, std::string_view bytes) {
  encoding::append_binary(begin_change(name), bytes);
  return end_change();
}

ItemBuilder& ItemBuilder::set_number(std::string_view name, const Number& number) {
  encoding::append_number(begin_change(name), number);
  return end_change();
}

ItemBuilder& ItemBuilder::set_bool(std::string_view name, bool value) {
  encoding::append_bool(begin_change(name), value);
  return end_change();
}

ItemBuilder& ItemBuilder::remove(std::string_view name) {
  begin_change(name);
  return *this;
}

std::string_view ItemBuilder::name_of(const Change& change) const {
  return encoding::member_name(bytes_.data() + change.offset);
}

/// By name, and of several changes to one name only the last.
void ItemBuilder::sort_changes() {
  const auto by_name = [this](const Change& a, const Change& b) {
    const int order = name_of(a).compare(name_of(b));
    return order != 0 ? order < 0 : a.offset > b.offset;
  };
  if (!std::is_sorted(changes_.begin(), changes_.end(), by_name)) {
    std::sort(changes_.begin(), changes_.end(), by_name);
  }
  const auto same_name = [this](const Change& a, const Change& b) {
    return name_of(a) == name_of(b);
  };
  changes_.erase(std::unique(changes_.begin(), changes_.end(), same_name), changes_.end());
}

Item ItemBuilder::build() {
  Item base = std::exchange(base_, Item());
  if (changes_.empty()) return base;
  sort_changes();

  // First find where each change goes, and so how large the result is.
  const auto accounted = [](const char* member) {
    const std::string_view name = encoding::member_name(member);
    return name.size() + encoding::accounted_size(encoding::member_value(name));
  };
  const std::string_view old = base.encoded().substr(encoding::kItemHeader);
  std::size_t length = encoding::kItemHeader + old.size();
  std::size_t count = base.count();
  std::size_t size = base.size_in_bytes();
  const char* at = old.data();
  const char* const end = old.data() + old.size();
  for (Change& change : changes_) {
    const std::string_view name = name_of(change);
    while (at != end && encoding::member_name(at) < name) at = encoding::next_member(at);
    change.base_offset = static_cast<std::uint32_t>(at - old.data());
    if (at != end && encoding::member_name(at) == name) {
      const char* const next = encoding::next_member(at);
      change.base_size = static_cast<std::uint32_t>(next - at);
      size -= accounted(at);
      length -= change.base_size;
      --count;
      at = next;
    }
    if (change.size != 0) {
      size += accounted(bytes_.data() + change.offset);
      length += change.size;
      ++count;
    }
  }

  Item result;
  if (count != 0) {
    auto* record = Item::Record::allocate(length);
    result = Item(record);
    char* out = record->data();
    encoding::store_u32(out, count);
    encoding::store_u32(out + 4, size);
    out += encoding::kItemHeader;
    const auto append = [&out](const char* from, std::size_t bytes) {
      std::memcpy(out, from, bytes);
      out += bytes;
    };
    std::size_t copied = 0;
    for (const Change& change : changes_) {
      append(old.data() + copied, change.base_offset - copied);
      append(bytes_.data() + change.offset, change.size);
      copied = change.base_offset + change.base_size;
    }
    append(old.data() + copied, old.size() - copied);
  }
  changes_.clear();
  bytes_.clear();
  return result;
}

}  // namespace keywright
