#include "imports/object.hpp"

#include "model/spelling.hpp"

#include <algorithm>
#include <charconv>

namespace keywright::imports {
namespace {

using model::Node;
using model::NodeKind;

std::string found(const Node& node) {
  if (node.kind == NodeKind::map) return "an object";
  if (node.kind == NodeKind::list) return "a list";
  return node.plain ? quoted(node.text) : "text";
}

bool is_text(const Node& node) {
  return node.kind == NodeKind::scalar && !node.plain;
}

}  // namespace

Object::Object(Report& report, const Node& node, std::string_view what,
               std::span<const std::string_view> known)
    : report_(report), node_(node), what_(what) {
  if (!is_object()) {
    report.add(Rule::wrong_value, node.span, what_ + " must be an object, found " + found(node));
    return;
  }
  for (const model::Entry& entry : node.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    report.add(Rule::unknown_key, entry.key_span,
               what_ + " has no key " + quoted(entry.key) + ", which was not read",
               model::suggest(entry.key, {known.begin(), known.end()}));
  }
}

const model::Span& Object::span_of(std::string_view key) const {
  const model::Entry* entry = node_.find(key);
  return entry == nullptr ? node_.span : entry->value.span;
}

const Node* Object::find(std::string_view key) const {
  const model::Entry* entry = node_.find(key);
  return entry == nullptr || entry->value.is_null() ? nullptr : &entry->value;
}

void Object::refuse(const Node& value, std::string_view key, std::string_view expected) const {
  report_.add(Rule::wrong_value, value.span,
              quoted(key) + " must be " + std::string(expected) + ", found " + found(value));
}

std::string Object::text(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr) return {};
  if (is_text(*value)) return value->text;
  refuse(*value, key, "text");
  return {};
}

std::string Object::needed_text(std::string_view key) const {
  std::string value = text(key);
  const Node* written = find(key);
  const bool empty = written == nullptr || (is_text(*written) && value.empty());
  if (is_object() && empty) {
    report_.add(Rule::wrong_value, span_of(key), what_ + " lacks " + quoted(key));
  }
  return value;
}

std::optional<bool> Object::flag(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr) return std::nullopt;
  const bool is_flag = value->plain && (value->text == "true" || value->text == "false");
  if (is_flag) return value->text == "true";
  refuse(*value, key, "true or false");
  return std::nullopt;
}

std::optional<std::uint64_t> Object::count(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = value->text.data() + value->text.size();
  const auto [stop, error] = std::from_chars(value->text.data(), end, number);
  if (value->plain && error == std::errc{} && stop == end && number > 0 &&
      number <= 1'000'000'000) {
    return number;
  }
  refuse(*value, key, "a whole number");
  return std::nullopt;
}

const std::vector<Node>& Object::list(std::string_view key, std::size_t most) const {
  static const std::vector<Node> none;
  const Node* value = find(key);
  if (value == nullptr) return none;
  if (value->kind == NodeKind::list && value->items.size() <= most) return value->items;
  refuse(*value, key,
         value->kind == NodeKind::list ? "a list of at most " + std::to_string(most) : "a list");
  return none;
}

const Node* Object::object(std::string_view key) const {
  constexpr std::size_t most = 1000;
  const Node* value = find(key);
  const bool is_object = value != nullptr && value->kind == NodeKind::map;
  if (value == nullptr || (is_object && value->entries.size() <= most)) return value;
  refuse(*value, key, is_object ? "an object of at most 1000 members" : "an object");
  return nullptr;
}

std::vector<std::string> Object::texts(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr) return {};
  if (is_text(*value)) return {value->text};
  std::vector<std::string> all;
  for (const Node& item : list(key)) {
    if (is_text(item)) {
      all.push_back(item.text);
    } else {
      refuse(item, key, "a list of texts");
    }
  }
  return all;
}

}  // namespace keywright::imports
