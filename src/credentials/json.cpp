// The only file of this layer that includes simdjson.

#include "credentials/answers.hpp"

#include <string>

#include <simdjson.h>

namespace keywright::credentials {
namespace {

using simdjson::dom::element;

std::optional<std::string> scalar(element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::STRING:
      return std::string(value.get_string().value_unsafe());
    case simdjson::dom::element_type::INT64:
      return std::to_string(value.get_int64().value_unsafe());
    case simdjson::dom::element_type::BOOL:
      return value.get_bool().value_unsafe() ? "true" : "false";
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Settings> read_json(std::string_view text, std::string_view inner) {
  simdjson::dom::parser parser;
  element document;
  if (parser.parse(text.data(), text.size()).get(document) != simdjson::SUCCESS) return {};
  if (!inner.empty() && document.at_key(inner).get(document) != simdjson::SUCCESS) return {};
  simdjson::dom::object object;
  if (document.get_object().get(object) != simdjson::SUCCESS) return {};
  Settings out;
  for (const auto field : object) {
    if (auto value = scalar(field.value)) out[std::string(field.key)] = *std::move(value);
  }
  return out;
}

}  // namespace keywright::credentials
