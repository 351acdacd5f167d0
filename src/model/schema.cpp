#include "model/schema.hpp"

#include "model/json_string.hpp"
#include "model/language.hpp"
#include "model/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::model {
namespace {

constexpr std::string_view name_pattern = "[A-Za-z_][A-Za-z0-9_]*";

std::string in_quotes(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

template <typename Texts>
std::string list_of(const Texts& texts) {
  std::string out = "[";
  for (const auto& text : texts) out += (out.size() > 1 ? ", " : "") + in_quotes(text);
  return out + "]";
}

template <typename E, std::size_t N>
std::vector<std::string_view> texts_of(const std::array<Word<E>, N>& words) {
  std::vector<std::string_view> texts;
  for (const Word<E>& word : words) texts.push_back(word.text);
  return texts;
}

std::string alternatives(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) out += (out.empty() ? "" : "|") + std::string(word);
  return out;
}

std::string pattern(const std::string& text) {
  return "{\"type\": \"string\", \"pattern\": " + in_quotes(text) + "}";
}

std::string map_of(std::string_view value, bool named) {
  std::string out = "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/" +
                    std::string(value) + "\"}";
  if (named) out += ", \"propertyNames\": {\"$ref\": \"#/$defs/name\"}";
  return out + "}";
}

bool is_container(std::string_view word) {
  return word == "list" || word == "map" || word == "set";
}

// A type that the option belongs to. `fields` and `values` beside a container are those of its
// elements.
std::string type_pattern(const LanguageUse& use) {
  std::vector<std::string_view> single;
  std::vector<std::string_view> containers;
  for (const std::string_view word : use.words)
    (is_container(word) ? containers : single).push_back(word);
  if (use.key == "fields" || use.key == "values")
    return "(^|<) *(" + alternatives(single) + ")[ >]*$";
  std::string out;
  if (!single.empty()) out = "^ *(" + alternatives(single) + ") *$";
  if (!containers.empty())
    out += (out.empty() ? "" : "|") + ("^ *(" + alternatives(containers) + ") *<");
  return out;
}

struct Definition {
  std::string name;
  std::string schema;
};

// Values that several keys have.
std::vector<Definition> values() {
  std::vector<std::string_view> single = texts_of(type_words);
  std::erase_if(single, is_container);
  const std::string name(name_pattern);
  const std::string ranges = alternatives(texts_of(range_words));
  return {
      {"name", pattern("^" + name + "$")},
      {"text", R"({"type": ["string", "number", "boolean"], "minLength": 1})"},
      {"texts",
       R"({"anyOf": [{"$ref": "#/$defs/text"}, {"type": "array", "items": {"$ref": "#/$defs/text"}, "uniqueItems": true}]})"},
      {"count", R"({"type": "integer", "minimum": 1})"},
      {"number", R"({"type": "number", "minimum": 0})"},
      {"duration", pattern("^([0-9]+[wdhms])+$")},
      {"order", pattern("^" + name + "( +(asc|desc))? *$")},
      {"type", "{\"anyOf\": [{\"enum\": " + list_of(single) + "}, " +
                   pattern("^ *(list|map|set) *<.+> *$") + ", " +
                   pattern("^ *(" + alternatives(single) + ") *$") + "]}"},
      {"key_half",
       R"({"anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/native_key"}, {"type": "array", "minItems": 1, "maxItems": 4, "items": {"anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/native_key"}]}}]})"},
      {"condition", R"({"anyOf": [{"type": "string", "minLength": 1}, {"type": "object"}]})"},
      {"key_attributes",
       R"({"anyOf": [{"$ref": "#/$defs/one_key_attribute"}, {"type": "array", "minItems": 1, "maxItems": 4, "items": {"$ref": "#/$defs/one_key_attribute"}}]})"},
      {"one_key_attribute",
       R"({"anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/key_attribute"}]})"},
      {"any_field", R"({"anyOf": [{"$ref": "#/$defs/type"}, {"$ref": "#/$defs/field"}]})"},
      {"fields",
       R"({"type": "object", "additionalProperties": {"$ref": "#/$defs/any_field"}, "propertyNames": {"allOf": [{"$ref": "#/$defs/name"}, {"not": {"const": "_type"}}]}})"},
      {"any_range", "{\"anyOf\": [" + pattern("^" + name + " +(" + ranges + ") *$") +
                        ", {\"$ref\": \"#/$defs/range\"}]}"},
      {"range_word", "{\"enum\": " + list_of(texts_of(range_words)) + "}"},
      {"operation", "{\"enum\": " + list_of(texts_of(operation_words)) + "}"},
      {"consistency", "{\"enum\": " + list_of(texts_of(consistency_words)) + "}"},
      {"expired", "{\"enum\": " + list_of(texts_of(expired_words)) + "}"},
      {"kind", "{\"enum\": " + list_of(texts_of(kind_words)) + "}"},
      {"profile", "{\"enum\": " + list_of(texts_of(profile_words)) + "}"},
      {"target", "{\"enum\": " + list_of(texts_of(target_words)) + "}"},
      {"targets",
       R"({"anyOf": [{"$ref": "#/$defs/target"}, {"type": "array", "items": {"$ref": "#/$defs/target"}, "uniqueItems": true}]})"},
      {"key_type", "{\"enum\": " + list_of(texts_of(key_type_words)) + "}"},
      {"projection_word", "{\"enum\": " + list_of(texts_of(projection_words)) + "}"},
      {"billing_word", "{\"enum\": " + list_of(texts_of(billing_words)) + "}"},
      {"stream_view", "{\"enum\": " + list_of(texts_of(stream_words)) + "}"},
      {"expired_records", "{\"enum\": " + list_of(texts_of(expiry_words)) + "}"},
      {"alarms", R"({"enum": [false, true, "elsewhere"]})"},
      {"insights", "{\"enum\": " + list_of(texts_of(insights_words)) + "}"},
      {"encryption", "{\"enum\": " + list_of(texts_of(encryption_words)) + "}"},
      {"table_class", "{\"enum\": " + list_of(texts_of(table_class_words)) + "}"},
      {"construct", "{\"enum\": " + list_of(texts_of(cdk_construct_words)) + "}"},
      {"removal", "{\"enum\": " + list_of(texts_of(removal_words)) + "}"},
      {"access_patterns", map_of("access_pattern", true)},
      {"entities", map_of("entity", true)},
      {"index_entries", map_of("index_entry", false)},
      {"moves", map_of("move", true)},
      {"unique",
       R"({"anyOf": [{"$ref": "#/$defs/texts"}, {"type": "object", "additionalProperties": {"$ref": "#/$defs/texts"}, "propertyNames": {"$ref": "#/$defs/name"}}]})"},
      {"state_fields", map_of("texts", false)},
      {"named_table", R"({"allOf": [{"$ref": "#/$defs/table"}, {"required": ["name"]}]})"},
      {"tables", map_of("table", false)},
      {"table_indexes", map_of("table_index", false)},
      {"consumers", map_of("consumer", false)},
  };
}

// What a map's keys say together.
std::string together(std::string_view map, const Language& language) {
  if (map == "model")
    return R"(,
      "not": {"required": ["table", "tables"]})";
  if (map == "table_index") {
    return R"(,
      "if": {"properties": {"local": {"const": true}}, "required": ["local"]},
      "then": {"required": ["sort"], "not": {"required": ["partition"]}},
      "else": {"required": ["partition"]})";
  }
  const bool is_pattern = map == "access_pattern";
  if (!is_pattern && map != "field") return {};
  std::string out = is_pattern ? R"(,
      "if": {"properties": {"op": {"const": "transact"}}, "required": ["op"]},
      "then": {"required": ["steps"]},
      "else": {"oneOf": [{"required": ["entity"]}, {"required": ["returns"]}]})"
                               : "";
  out += ",\n      \"dependentSchemas\": {";
  bool first = true;
  for (const LanguageUse& use : is_pattern ? language.operation_uses : language.type_uses) {
    if (use.words.empty()) continue;
    out += std::exchange(first, false) ? "\n" : ",\n";
    out += "        " + in_quotes(use.key) + ": {\"properties\": {";
    out += is_pattern ? "\"op\": {\"enum\": " + list_of(use.words) + "}"
                      : "\"type\": {\"pattern\": " + in_quotes(type_pattern(use)) + "}";
    out += "}}";
  }
  return out + "\n      }";
}

std::string property(std::string_view map, std::string_view key) {
  const auto& rows = schema_keys();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const SchemaKey& each) {
    return each.map == map && each.key == key;
  });
  std::string out = "        " + in_quotes(key) + ": {";
  if (row == rows.end()) return out + "}";
  if (row->value.starts_with('@')) {
    out += "\"$ref\": \"#/$defs/" + std::string(row->value.substr(1)) + "\", ";
  } else if (row->value != "{}") {
    out += std::string(row->value.substr(1, row->value.size() - 2)) + ", ";
  }
  return out + "\"description\": " + in_quotes(row->meaning) + "}";
}

std::string map_schema(const LanguageMap& map, const Language& language) {
  std::string properties;
  std::vector<std::string_view> required;
  for (const LanguageKey& key : map.keys) {
    properties += (properties.empty() ? "" : ",\n") + property(map.name, key.name);
    if (key.required) required.push_back(key.name);
  }
  std::string out = "{\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n";
  if (!required.empty()) out += "      \"required\": " + list_of(required) + ",\n";
  return out + "      \"properties\": {\n" + properties + "\n      }" +
         together(map.name, language) + "\n    }";
}

}  // namespace

std::string json_schema() {
  const Language all = language();
  std::vector<Definition> definitions = values();
  for (const LanguageMap& map : all.maps)
    definitions.push_back({std::string(map.name), map_schema(map, all)});
  std::string out =
      "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": "
      "\"Keywright model\",\n"
      "  \"$ref\": \"#/$defs/model\",\n  \"$defs\": {\n";
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    out += "    " + in_quotes(definitions[i].name) + ": " + definitions[i].schema;
    out += i + 1 < definitions.size() ? ",\n" : "\n";
  }
  return out + "  }\n}\n";
}

}  // namespace keywright::model
