#include "core/encoding.hpp"
#include <keywright/attribute_value.hpp>

#include <algorithm>
#include <array>

namespace keywright {
namespace {

using encoding::Tag;

// By Tag.
constexpr std::array<AttributeType, encoding::kTagCount> kTypeOfTag{
    AttributeType::null,       AttributeType::string,     AttributeType::number,
    AttributeType::binary,     AttributeType::boolean,    AttributeType::boolean,
    AttributeType::map,        AttributeType::list,       AttributeType::string_set,
    AttributeType::number_set, AttributeType::binary_set,
};

// By AttributeType.
constexpr std::array<std::string_view, 10> kDescriptors{"S", "N", "B",  "BOOL", "NULL",
                                                        "M", "L", "SS", "NS",   "BS"};

/// Sorted and distinct `members`, each appended by `append`.
template <class T, class Append>
std::string encode_set(Tag tag, std::vector<T> members, Append append) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::string bytes;
  const std::size_t begun = encoding::begin_collection(bytes, tag);
  for (const T& member : members) append(bytes, member);
  encoding::end_collection(bytes, begun, members.size());
  return bytes;
}

}  // namespace

std::string_view type_descriptor(AttributeType type) {
  return kDescriptors[static_cast<std::size_t>(type)];
}

std::optional<AttributeType> type_from_descriptor(std::string_view descriptor) {
  const auto found = std::find(kDescriptors.begin(), kDescriptors.end(), descriptor);
  if (found == kDescriptors.end()) return std::nullopt;
  return static_cast<AttributeType>(found - kDescriptors.begin());
}

// ValueView ----------------------------------------------------------------------------------

AttributeType ValueView::type() const {
  return kTypeOfTag[static_cast<std::size_t>(encoding::tag_of(at_))];
}

std::string_view ValueView::as_string() const {
  return {at_ + encoding::kTextHeader, encoding::load_u32(at_ + 1)};
}

std::string_view ValueView::as_binary() const {
  return as_string();
}

std::string_view ValueView::number_bytes() const {
  return {at_ + encoding::kNumberHeader, static_cast<unsigned char>(at_[1])};
}

Number ValueView::as_number() const {
  return Number::from_ordered(number_bytes());
}

bool ValueView::as_bool() const {
  return encoding::tag_of(at_) == Tag::boolean_true;
}

std::size_t ValueView::count() const {
  return encoding::load_u32(at_ + 5);
}

ValueRange ValueView::elements() const {
  const char* begin = at_ + encoding::kCollectionHeader;
  return {begin, begin + encoding::load_u32(at_ + 1)};
}

std::optional<ValueView> ValueView::element(std::size_t index) const {
  if (index >= count()) return std::nullopt;
  auto at = elements().begin();
  for (; index > 0; --index) ++at;
  return *at;
}

MemberRange ValueView::members() const {
  const char* begin = at_ + encoding::kCollectionHeader;
  return {begin, begin + encoding::load_u32(at_ + 1)};
}

std::optional<ValueView> ValueView::member(std::string_view name) const {
  const char* begin = at_ + encoding::kCollectionHeader;
  const char* found = encoding::find_member(begin, begin + encoding::load_u32(at_ + 1), name);
  if (found == nullptr) return std::nullopt;
  return ValueView(found);
}

std::size_t ValueView::size_in_bytes() const {
  return encoding::accounted_size(at_);
}

std::string_view ValueView::encoded() const {
  return {at_, encoding::encoded_size(at_)};
}

ValueRange::iterator& ValueRange::iterator::operator++() {
  at_ += encoding::encoded_size(at_);
  return *this;
}

MemberView MemberRange::iterator::operator*() const {
  const std::string_view name = encoding::member_name(at_);
  return {name, ValueView(encoding::member_value(name))};
}

MemberRange::iterator& MemberRange::iterator::operator++() {
  at_ = encoding::next_member(at_);
  return *this;
}

std::optional<std::strong_ordering> compare_scalars(ValueView a, ValueView b) {
  const AttributeType type = a.type();
  if (type != b.type()) return std::nullopt;
  switch (type) {
    case AttributeType::string:
    case AttributeType::binary:
      return a.as_string() <=> b.as_string();
    case AttributeType::number:
      return a.number_bytes() <=> b.number_bytes();
    default:
      return std::nullopt;
  }
}

// AttributeValue -----------------------------------------------------------------------------

AttributeValue::AttributeValue() {
  encoding::append_null(bytes_);
}

AttributeValue::AttributeValue(std::string_view text) {
  bytes_.reserve(encoding::kTextHeader + text.size());
  encoding::append_string(bytes_, text);
}

AttributeValue::AttributeValue(const char* text) : AttributeValue(std::string_view(text)) {}

AttributeValue::AttributeValue(const std::string& text) : AttributeValue(std::string_view(text)) {}

AttributeValue::AttributeValue(const Number& number) {
  encoding::append_number(bytes_, number);
}

AttributeValue::AttributeValue(ValueView value) : bytes_(value.encoded()) {}

AttributeValue AttributeValue::binary(std::string_view bytes) {
  std::string encoded;
  encoded.reserve(encoding::kTextHeader + bytes.size());
  encoding::append_binary(encoded, bytes);
  return from_encoded(std::move(encoded));
}

AttributeValue AttributeValue::boolean(bool value) {
  std::string encoded;
  encoding::append_bool(encoded, value);
  return from_encoded(std::move(encoded));
}

AttributeValue AttributeValue::null() {
  return {};
}

AttributeValue AttributeValue::list(const std::vector<AttributeValue>& elements) {
  std::string bytes;
  const std::size_t begun = encoding::begin_collection(bytes, Tag::list);
  for (const AttributeValue& element : elements) bytes.append(element.view().encoded());
  encoding::end_collection(bytes, begun, elements.size());
  return from_encoded(std::move(bytes));
}

AttributeValue AttributeValue::map(const std::vector<Member>& members) {
  std::vector<const Member*> sorted;
  sorted.reserve(members.size());
  for (const Member& member : members) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(), [](const Member* a, const Member* b) {
    const int order = a->first.compare(b->first);
    return order != 0 ? order < 0 : a < b;  // of equal names, as given
  });
  std::string bytes;
  const std::size_t begun = encoding::begin_collection(bytes, Tag::map);
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 1 < sorted.size() && sorted[i]->first == sorted[i + 1]->first) continue;
    encoding::append_name(bytes, sorted[i]->first);
    bytes.append(sorted[i]->second.view().encoded());
    ++count;
  }
  encoding::end_collection(bytes, begun, count);
  return from_encoded(std::move(bytes));
}

AttributeValue AttributeValue::string_set(std::vector<std::string> members) {
  return from_encoded(encode_set(Tag::string_set, std::move(members), encoding::append_string));
}

AttributeValue AttributeValue::number_set(std::vector<Number> members) {
  return from_encoded(encode_set(Tag::number_set, std::move(members), encoding::append_number));
}

AttributeValue AttributeValue::binary_set(std::vector<std::string> members) {
  return from_encoded(encode_set(Tag::binary_set, std::move(members), encoding::append_binary));
}

AttributeValue AttributeValue::from_encoded(std::string bytes) {
  AttributeValue value;
  value.bytes_ = std::move(bytes);
  return value;
}

}  // namespace keywright
