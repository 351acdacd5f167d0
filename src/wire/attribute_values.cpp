// DynamoDB JSON into the encoded form of values and items.

#include "core/base64.hpp"
#include "core/encoding.hpp"
#include "core/errors.hpp"
#include "wire/reader.hpp"

#include <algorithm>
#include <utility>

namespace keywright::wire {
namespace {

using encoding::Tag;

constexpr std::string_view kItemMap =
    "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";

/// The one member of an attribute value.
struct Typed {
  AttributeType type;
  Cursor content;
};

/// Encodes values, one after the other, to the end of a string. After a fault what was appended is
/// whole but not what was meant.
class Encoder {
 public:
  Encoder(std::string& out, Faults& faults) : out_(out), faults_(faults) {}

  void value(const Cursor& at);
  void content(const Typed& typed);

 private:
  void binary(const Cursor& at);
  void number(const Cursor& at);
  void null(const Cursor& at);
  void list(const Cursor& at);
  void map(const Cursor& at);
  void set(Tag tag, const Cursor& at);

  std::string& out_;
  Faults& faults_;
};

std::optional<Typed> typed_value(const Cursor& at) {
  if (at.json.is_null()) {
    at.faults.value(
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    return std::nullopt;
  }
  const auto object = at.object("class com.amazonaws.dynamodb.v20120810.AttributeValue");
  if (!object) return std::nullopt;
  std::optional<AttributeType> type;
  Json content;
  for (const auto field : *object) {
    const auto known = type_from_descriptor(field.key);
    if (!known || field.value.is_null()) continue;
    if (type && type != known) {
      at.faults.value(
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
          "the supported datatypes");
    }
    type = known;
    content = field.value;
  }
  if (!type) {
    at.faults.value(
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    return std::nullopt;
  }
  return Typed{*type, Cursor{content, at.place, at.faults}};
}

std::optional<std::string> decode_binary(const Cursor& at) {
  std::string_view text;
  if (at.json.get(text) != simdjson::SUCCESS) {
    at.faults.serialization(
        at.json.is_object()  ? "Start of structure or map found where not expected"
        : at.json.is_array() ? "Unrecognized collection type class java.nio.ByteBuffer"
                             : "only base-64-encoded strings are convertible to bytes");
    return std::nullopt;
  }
  auto bytes = base64_decode(text);
  if (!bytes) {
    at.faults.serialization(text.size() % 4 != 0
                                ? "Base64 encoded length is expected a multiple of 4 bytes but "
                                  "found: " +
                                      std::to_string(text.size())
                                : "Invalid base64 encoding");
  }
  return bytes;
}

std::optional<Number> parse_number(const Cursor& at) {
  const auto text = at.string();
  if (!text) return std::nullopt;
  NumberFault fault{};
  auto number = Number::parse(*text, &fault);
  if (!number) at.faults.value(errors::number_message(fault, *text));
  return number;
}

void Encoder::value(const Cursor& at) {
  if (const auto typed = typed_value(at)) {
    content(*typed);
  } else {
    encoding::append_null(out_);
  }
}

void Encoder::content(const Typed& typed) {
  const Cursor& at = typed.content;
  switch (typed.type) {
    case AttributeType::string:
      return encoding::append_string(out_, at.string().value_or(""));
    case AttributeType::number:
      return number(at);
    case AttributeType::binary:
      return binary(at);
    case AttributeType::boolean: {
      bool flag = false;
      read_value(at, flag);
      return encoding::append_bool(out_, flag);
    }
    case AttributeType::null:
      return null(at);
    case AttributeType::map:
      return map(at);
    case AttributeType::list:
      return list(at);
    case AttributeType::string_set:
      return set(Tag::string_set, at);
    case AttributeType::number_set:
      return set(Tag::number_set, at);
    case AttributeType::binary_set:
      return set(Tag::binary_set, at);
  }
}

void Encoder::binary(const Cursor& at) {
  encoding::append_binary(out_, decode_binary(at).value_or(""));
}

void Encoder::number(const Cursor& at) {
  encoding::append_number(out_, parse_number(at).value_or(Number()));
}

void Encoder::null(const Cursor& at) {
  bool flag = true;
  read_value(at, flag);
  if (!flag) {
    at.faults.value(
        "One or more parameter values were invalid: Null attribute value types must have the "
        "value of true");
  }
  encoding::append_null(out_);
}

void Encoder::list(const Cursor& at) {
  const std::size_t begun = encoding::begin_collection(out_, Tag::list);
  std::size_t count = 0;
  if (const auto array = at.array()) {
    for (const Json element : *array) {
      value(Cursor{element, at.place, faults_});
      ++count;
    }
  }
  encoding::end_collection(out_, begun, count);
}

/// Members in the order of the encoding, which is mostly the order they come in. Sorting them
/// before they are encoded moves no bytes, however deep they lie.
void Encoder::map(const Cursor& at) {
  const auto object = at.object(kItemMap);
  std::vector<std::pair<std::string_view, Json>> members;
  if (object) {
    for (const auto field : *object) members.emplace_back(field.key, field.value);
  }
  const auto by_name = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::is_sorted(members.begin(), members.end(), by_name)) {
    std::stable_sort(members.begin(), members.end(), by_name);
  }
  const std::size_t begun = encoding::begin_collection(out_, Tag::map);
  std::size_t count = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& [name, member] = members[i];
    if (i + 1 < members.size() && members[i + 1].first == name) continue;
    encoding::append_name(out_, name);
    value(Cursor{member, at.place, faults_});
    ++count;
  }
  encoding::end_collection(out_, begun, count);
}

/// "[a, b, a]"
std::string bracketed(JsonArray array) {
  std::string out = "[";
  for (const Json element : array) {
    std::string_view text;
    if (element.get(text) != simdjson::SUCCESS) continue;
    if (out.size() > 1) out += ", ";
    out += text;
  }
  return out + "]";
}

void report_duplicates(Tag tag, JsonArray array, Faults& faults) {
  if (tag == Tag::number_set) return faults.value("Input collection contains duplicates");
  faults.value("One or more parameter values were invalid: Input collection " + bracketed(array) +
               (tag == Tag::string_set ? " " : "of type BS ") + "contains duplicates.");
}

void Encoder::set(Tag tag, const Cursor& at) {
  const std::size_t begun = encoding::begin_collection(out_, tag);
  const auto array = at.array();
  if (!array) return encoding::end_collection(out_, begun, 0);

  std::string bytes;
  std::vector<std::size_t> ends;
  Encoder members(bytes, faults_);
  for (const Json element : *array) {
    const Cursor member{element, at.place, faults_};
    if (element.is_null()) {
      faults_.value(
          "One or more parameter values were invalid: A set may not have a null as a member");
      continue;
    }
    if (tag == Tag::string_set) {
      encoding::append_string(bytes, member.string().value_or(""));
    } else if (tag == Tag::number_set) {
      members.number(member);
    } else {
      members.binary(member);
    }
    ends.push_back(bytes.size());
  }
  std::vector<std::string_view> sorted;
  const std::size_t header =
      tag == Tag::number_set ? encoding::kNumberHeader : encoding::kTextHeader;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    sorted.push_back(std::string_view(bytes).substr(begin, ends[i] - begin));
  }
  const auto content = [header](std::string_view member) { return member.substr(header); };
  std::sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return content(a) < content(b); });
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    if (!faults_.any()) report_duplicates(tag, *array, faults_);
  }
  for (const std::string_view member : sorted) out_.append(member);
  encoding::end_collection(out_, begun, sorted.size());
}

/// One attribute to a builder, without a copy if it is one of the common scalars.
void set_attribute(ItemBuilder& builder, std::string_view name, const Typed& typed,
                   std::string& scratch) {
  if (typed.type == AttributeType::string) {
    if (const auto text = typed.content.string()) builder.set_string(name, *text);
  } else if (typed.type == AttributeType::number) {
    if (const auto number = parse_number(typed.content)) builder.set_number(name, *number);
  } else {
    scratch.clear();
    Encoder(scratch, typed.content.faults).content(typed);
    builder.set(name, ValueView(scratch.data()));
  }
}

}  // namespace

void read_value(const Cursor& at, AttributeValue& out) {
  std::string bytes;
  Encoder(bytes, at.faults).value(at);
  out = AttributeValue::from_encoded(std::move(bytes));
}

void read_value(const Cursor& at, Item& out) {
  const auto object = at.object(kItemMap);
  if (!object) return;
  ItemBuilder builder;
  std::string scratch;
  for (const auto field : *object) {
    if (const auto typed = typed_value(Cursor{field.value, at.place, at.faults})) {
      set_attribute(builder, field.key, *typed, scratch);
    }
  }
  out = builder.build();
}

}  // namespace keywright::wire
