#include "imports/samples.hpp"

#include "imports/formats.hpp"
#include "imports/names.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace keywright::imports {
namespace {

using model::Entry;
using model::Node;
using model::NodeKind;

constexpr std::array descriptors{Name{"S", "string"},       Name{"N", "number"},
                                 Name{"B", "binary"},       Name{"BOOL", "bool"},
                                 Name{"SS", "set<string>"}, Name{"NS", "set<number>"},
                                 Name{"BS", "set<binary>"}, Name{"L", "list<json>"},
                                 Name{"M", "json"},         Name{"NULL", "json"}};
// Attributes by which others tell entities apart.
constexpr std::array type_attributes{
    std::string_view{"_type"},      std::string_view{"entity_type"}, std::string_view{"entityType"},
    std::string_view{"EntityType"}, std::string_view{"__typename"},  std::string_view{"item_type"},
    std::string_view{"itemType"}};

// {"S": "text"}: the one member of an attribute's value.
const Entry* value_of(const Node& item, std::string_view attribute) {
  const Entry* entry = item.find(attribute);
  if (entry == nullptr || entry->value.entries.size() != 1) return nullptr;
  return &entry->value.entries.front();
}

// The text of a value S or N; absent for others.
std::optional<std::string_view> text_of(const Node& item, std::string_view attribute) {
  const Entry* value = value_of(item, attribute);
  if (value == nullptr || (value->key != "S" && value->key != "N")) return std::nullopt;
  // DynamoDB: of a partition key.
  constexpr std::size_t longest_key = 2048;
  if (value->value.kind != NodeKind::scalar || value->value.text.size() > longest_key)
    return std::nullopt;
  return value->value.text;
}

std::vector<std::string_view> segments_of(std::string_view text) {
  std::vector<std::string_view> segments;
  while (true) {
    const std::size_t end = text.find('#');
    segments.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return segments;
    text.remove_prefix(end + 1);
  }
}

// USER, ORDER_ITEM, or user in front of a `#`: a word that tells what a key is of, and no value.
bool is_fixed_word(std::string_view segment, bool delimited) {
  const auto fits = [delimited](char c) {
    return (c >= 'A' && c <= 'Z') || c == '_' || (delimited && c >= 'a' && c <= 'z');
  };
  return !segment.empty() && std::all_of(segment.begin(), segment.end(), fits);
}

bool is_whole(std::string_view number) {
  const std::size_t sign = number.starts_with('-') ? 1 : 0;
  return number.size() > sign && number.size() <= 18 &&
         std::all_of(number.begin() + static_cast<std::ptrdiff_t>(sign), number.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// More kinds of items than this are values that look like words.
constexpr std::size_t most_groups = 100;
constexpr std::size_t most_fields = 1000;
constexpr std::size_t most_parts = 16;

struct Group {
  std::string name;
  std::vector<const Node*> items;
};

class TableSamples {
 public:
  TableSamples(Report& report, const DraftTable& table, const std::vector<DraftField>& known,
               Draft& draft)
      : report_(report), table_(table), known_(known), draft_(draft) {}

  void run(const std::vector<const Node*>& items) {
    std::vector<std::pair<std::string, Group>> groups;
    std::vector<const Node*> left_out;
    for (const Node* item : items) {
      const std::string signature = signature_of(*item);
      auto found = std::find_if(groups.begin(), groups.end(),
                                [&](const auto& each) { return each.first == signature; });
      if (found == groups.end() && groups.size() >= most_groups) {
        left_out.push_back(item);
        continue;
      }
      if (found == groups.end()) {
        groups.push_back({signature, {name_of(*item), {}}});
        found = std::prev(groups.end());
      }
      found->second.items.push_back(item);
    }
    if (!left_out.empty()) {
      report_.add(Rule::left_out, left_out.front()->span, draft_.comments,
                  "sample items of table " + quoted(table_.name) + " are of more than " +
                      std::to_string(most_groups) + " kinds: " + std::to_string(left_out.size()) +
                      " of the other kinds were left out",
                  "tell entities apart by an attribute such as `entity_type`");
    }
    if (groups.empty()) groups.push_back({"", {entity_of_table(table_.name), {}}});
    for (const auto& [signature, group] : groups) add_entity(group);
  }

  // All of one entity.
  void run(const std::string& name, std::vector<const Node*> items) {
    add_entity({name, std::move(items)});
  }

 private:
  // The fixed words of an item's key.
  [[nodiscard]] std::string word_of(const Node& item, const DraftAttribute& attribute) const {
    const auto text = text_of(item, attribute.name);
    if (!text) return {};
    const auto segments = segments_of(*text);
    const bool fixed = is_fixed_word(segments.front(), segments.size() > 1);
    return fixed ? std::string(segments.front()) : std::string{};
  }

  static std::string tag_of(const Node& item) {
    for (const std::string_view attribute : type_attributes) {
      if (const auto text = text_of(item, attribute)) return std::string(*text);
    }
    return {};
  }

  [[nodiscard]] std::string signature_of(const Node& item) const {
    if (const std::string tag = tag_of(item); !tag.empty()) return tag;
    return word_of(item, table_.partition) + "#" + (table_.sort ? word_of(item, *table_.sort) : "");
  }

  [[nodiscard]] std::string name_of(const Node& item) const {
    constexpr std::array nothing{std::string_view{"METADATA"}, std::string_view{"META"},
                                 std::string_view{"PROFILE"},  std::string_view{"DETAILS"},
                                 std::string_view{"INFO"},     std::string_view{"DATA"},
                                 std::string_view{"RAW"}};
    if (const std::string tag = tag_of(item); !tag.empty())
      return model::pascal_case(identifier(tag, "Item"));
    const std::string pk = word_of(item, table_.partition);
    const std::string sk = table_.sort ? word_of(item, *table_.sort) : "";
    const bool says_nothing = std::find(nothing.begin(), nothing.end(), sk) != nothing.end();
    const std::string& word = sk.empty() || (says_nothing && !pk.empty()) ? pk : sk;
    if (word.empty()) return entity_of_table(table_.name);
    std::string small(word);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return model::pascal_case(identifier(small, "Item"));
  }

  // The key attributes of the table and its indexes.
  [[nodiscard]] std::vector<DraftAttribute> key_attributes() const {
    std::vector<DraftAttribute> all{table_.partition};
    if (table_.sort) all.push_back(*table_.sort);
    for (const DraftIndex& index : table_.indexes) {
      all.insert(all.end(), index.partition.begin(), index.partition.end());
      all.insert(all.end(), index.sort.begin(), index.sort.end());
    }
    return all;
  }

  struct Derived {
    std::optional<DraftKey> key;
    std::string fault;
    bool composed = false;
  };

  // The attribute that has the segment's value in each of the items that have the key.
  static std::string component_of(const DraftAttribute& attribute, std::size_t segment,
                                  const std::vector<const Node*>& having) {
    for (const Entry& candidate : having.front()->entries) {
      if (candidate.key == attribute.name || is_key_name(candidate.key)) continue;
      const bool in_each = std::all_of(having.begin(), having.end(), [&](const Node* item) {
        const auto own = text_of(*item, candidate.key);
        return own && *own == segments_of(*text_of(*item, attribute.name))[segment];
      });
      if (in_each) return candidate.key;
    }
    return {};
  }

  static bool is_same_in_each(const std::vector<const Node*>& having,
                              const DraftAttribute& attribute, std::size_t part,
                              const std::string& segment) {
    return std::all_of(having.begin(), having.end(), [&](const Node* item) {
      return segments_of(*text_of(*item, attribute.name))[part] == segment;
    });
  }

  [[nodiscard]] Derived derive(const Group& group, const DraftAttribute& attribute) const {
    std::vector<const Node*> having;
    bool delimited = false;
    for (const Node* item : group.items) {
      const auto text = text_of(*item, attribute.name);
      if (!text) continue;
      having.push_back(item);
      delimited = delimited || text->find('#') != std::string_view::npos;
    }
    const bool native =
        attribute.type != 'S' || having.empty() || (!delimited && !is_key_name(attribute.name));
    if (native) return {DraftKey{{}, {attribute.name}}, {}, false};
    const std::string first(*text_of(*having.front(), attribute.name));
    const std::size_t count = segments_of(first).size();
    const std::string example = quoted(attribute.name) + " is for instance " + quoted(first);
    std::string text;
    for (const Node* item : having) {
      if (segments_of(*text_of(*item, attribute.name)).size() != count) {
        return {std::nullopt, example + ", and in other items has another number of parts", true};
      }
    }
    if (count > most_parts) return {std::nullopt, example + ", which has many parts", true};
    for (std::size_t i = 0; i < count; ++i) {
      const std::string segment(segments_of(first)[i]);
      const std::string component = component_of(attribute, i, having);
      if (i > 0) text += '#';
      if (!component.empty()) {
        text += "{" + component + "}";
      } else if (is_fixed_word(segment, i + 1 < count) &&
                 is_same_in_each(having, attribute, i, segment)) {
        text += segment;
      } else {
        return {std::nullopt, example + ", and no attribute has the value " + quoted(segment),
                true};
      }
    }
    return {DraftKey{text, {}}, {}, true};
  }

  void add_entity(const Group& group) {
    DraftEntity entity;
    entity.span = group.items.empty() ? table_.span : group.items.front()->span;
    entity.table = table_.name;
    entity.name = unique_name(group.name, [this](const std::string& name) {
      return draft_.find_entity(name) != nullptr;
    });
    std::map<std::string, Derived> derived;
    for (const DraftAttribute& attribute : key_attributes()) {
      derived.emplace(attribute.name, derive(group, attribute));
    }
    add_fields(group, derived, entity);
    add_key(derived, entity);
    for (const DraftIndex& index : table_.indexes) add_entry(group, derived, index, entity);
    if (!group.items.empty()) {
      report_.add(Rule::taken_as, entity.span,
                  "entity " + quoted(entity.name) + ": fields and keys are those of " +
                      std::to_string(group.items.size()) + " sample item" +
                      (group.items.size() == 1 ? "" : "s"));
      entity.comments.push_back("check: fields and keys were taken from sample items");
    }
    draft_.entities.push_back(std::move(entity));
  }

  void add_fields(const Group& group, const std::map<std::string, Derived>& derived,
                  DraftEntity& entity) {
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    const auto add = [&](const std::string& name) {
      const auto key = derived.find(name);
      const bool composed = key != derived.end() && key->second.composed;
      if (!composed && seen.insert(name).second) names.push_back(name);
    };
    if (group.items.empty()) {
      for (const DraftAttribute& attribute : key_attributes()) add(attribute.name);
      for (const DraftField& field : known_) add(field.name);
    }
    for (const Node* item : group.items) {
      for (const Entry& attribute : item->entries) add(attribute.key);
    }
    if (names.size() > most_fields) {
      report_.add(
          Rule::left_out, entity.span, entity.comments,
          "entity " + quoted(entity.name) + " has more than " + std::to_string(most_fields) +
              " attributes: " + std::to_string(names.size() - most_fields) + " were left out");
      names.resize(most_fields);
    }
    for (const std::string& name : names)
      entity.fields.push_back(field_of(group, name, entity.span));
  }

  DraftField field_of(const Group& group, const std::string& name, const model::Span& span) const {
    DraftField field{name, {}, false, {}, span};
    std::vector<const Entry*> values;
    for (const Node* item : group.items) {
      const Entry* value = value_of(*item, name);
      const bool empty = value == nullptr || value->key == "NULL";
      field.optional = field.optional || empty;
      if (!empty) values.push_back(value);
    }
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&](const DraftField& each) { return each.name == name; });
    if (values.empty()) {
      for (const DraftAttribute& attribute : key_attributes()) {
        if (attribute.name == name)
          field.type = type_of_descriptor(std::string_view(&attribute.type, 1));
      }
      if (field.type.empty() && known != known_.end()) field.type = known->type;
      if (field.type.empty()) field.type = "json";
      return field;
    }
    field.type = type_of(values);
    const bool mixed = std::any_of(values.begin(), values.end(), [&](const Entry* value) {
      return value->key != values.front()->key;
    });
    if (mixed) field.comment = "decide: samples have several types";
    if (field.type == "string" && is_time_name(name)) field.comment = "check: timestamp? date?";
    return field;
  }

  static std::string type_of(const std::vector<const Entry*>& values) {
    const std::string& descriptor = values.front()->key;
    const auto all = [&](auto fits) {
      return std::all_of(values.begin(), values.end(), [&](const Entry* value) {
        return value->key == descriptor && fits(value->value);
      });
    };
    if (!all([](const Node&) { return true; })) return "json";
    if (descriptor == "N" && all([](const Node& value) { return is_whole(value.text); }))
      return "int";
    const auto texts = [](const Node& value) {
      return value.kind == NodeKind::list &&
             std::all_of(value.items.begin(), value.items.end(), [](const Node& item) {
               return item.entries.size() == 1 && item.entries.front().key == "S";
             });
    };
    if (descriptor == "L" && all(texts)) return "list<string>";
    return std::string(type_of_descriptor(descriptor));
  }

  void add_key(const std::map<std::string, Derived>& derived, DraftEntity& entity) {
    const Derived& pk = derived.at(table_.partition.name);
    const Derived* sk = table_.sort ? &derived.at(table_.sort->name) : nullptr;
    for (const Derived* half : {&pk, sk}) {
      if (half == nullptr || half->key) continue;
      report_.add(Rule::undecided, entity.span, entity.comments,
                  "the key of " + quoted(entity.name) + " is not known: " + half->fault,
                  "add the field that the key is made of, and write `key`");
    }
    if (!pk.key || (sk != nullptr && !sk->key)) return;
    entity.pk = pk.key;
    if (sk != nullptr) entity.sk = sk->key;
  }

  // The keys of several attributes as one half: templates only where there is one attribute.
  static std::optional<DraftKey> half_of(const std::map<std::string, Derived>& derived,
                                         const std::vector<DraftAttribute>& attributes) {
    if (attributes.size() == 1) return derived.at(attributes.front().name).key;
    DraftKey half;
    for (const DraftAttribute& attribute : attributes) {
      const Derived& each = derived.at(attribute.name);
      if (!each.key || !each.key->is_native()) return std::nullopt;
      half.fields.push_back(each.key->fields.front());
    }
    return half;
  }

  void add_entry(const Group& group, const std::map<std::string, Derived>& derived,
                 const DraftIndex& index, DraftEntity& entity) {
    std::vector<DraftAttribute> attributes = index.partition;
    attributes.insert(attributes.end(), index.sort.begin(), index.sort.end());
    const auto has_all = [&](const Node* item) {
      return std::all_of(
          attributes.begin(), attributes.end(),
          [&](const DraftAttribute& attribute) { return item->find(attribute.name) != nullptr; });
    };
    const auto in_index = std::count_if(group.items.begin(), group.items.end(), has_all);
    if (in_index == 0 && !group.items.empty()) return;
    DraftIndexEntry entry;
    entry.index = index.name;
    entry.span = index.span;
    if (!index.partition.empty()) entry.pk = half_of(derived, index.partition);
    if (!index.sort.empty()) entry.sk = half_of(derived, index.sort);
    const bool known = (index.partition.empty() || entry.pk) && (index.sort.empty() || entry.sk);
    if (!known) {
      report_.add(
          Rule::undecided, index.span, entity.comments,
          "the keys of " + quoted(entity.name) + " in " + quoted(index.name) + " are not known",
          "write its entry under `indexes`");
      return;
    }
    if (in_index < static_cast<std::ptrdiff_t>(group.items.size())) {
      report_.add(Rule::undecided, index.span, entity.comments,
                  "only some items of " + quoted(entity.name) + " are in " + quoted(index.name),
                  "say which by `when`");
    }
    entity.indexes.push_back(std::move(entry));
  }

  Report& report_;
  const DraftTable& table_;
  const std::vector<DraftField>& known_;
  Draft& draft_;
};

}  // namespace

std::string_view type_of_descriptor(std::string_view descriptor) {
  const std::string_view type = translate(descriptors, descriptor);
  return type.empty() ? "json" : type;
}

std::vector<const Node*> usable_samples(Report& report, Draft& draft, const std::string& table,
                                        const std::vector<const Node*>& items) {
  constexpr std::size_t most_items = 10'000;
  constexpr std::size_t most_attributes = 1000;
  std::vector<const Node*> usable;
  std::vector<const Node*> empty;
  std::vector<const Node*> large;
  std::vector<const Node*> beyond;
  for (const Node* item : items) {
    auto& kind = item->entries.empty()                    ? empty
                 : item->entries.size() > most_attributes ? large
                 : usable.size() >= most_items            ? beyond
                                                          : usable;
    kind.push_back(item);
  }
  const auto leave_out = [&](const std::vector<const Node*>& nodes, const std::string& why) {
    if (nodes.empty()) return;
    report.add(Rule::left_out, nodes.front()->span, draft.comments,
               std::to_string(nodes.size()) + " of " + std::to_string(items.size()) +
                   " sample items of table " + quoted(table) + " were left out: " + why);
  };
  leave_out(empty, "they have no attributes");
  leave_out(large, "they have more than " + std::to_string(most_attributes) + " attributes each");
  leave_out(beyond, "entities are taken from the first " + std::to_string(most_items));
  return usable;
}

void add_entities(Report& report, const DraftTable& table, const std::vector<const Node*>& items,
                  const std::vector<DraftField>& known, Draft& draft) {
  TableSamples(report, table, known, draft).run(items);
}

void add_entity(Report& report, const DraftTable& table, const std::string& name,
                const std::vector<const Node*>& items, const std::vector<DraftField>& known,
                Draft& draft) {
  TableSamples(report, table, known, draft).run(name, items);
}

}  // namespace keywright::imports
