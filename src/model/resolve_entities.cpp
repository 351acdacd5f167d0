#include "model/name_index.hpp"
#include "model/resolve_sections.hpp"
#include "model/spelling.hpp"

#include <algorithm>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// State names outside of the enum stay unresolved: WR002 reports them.
void resolve_state(StateRef& state, const FieldType& type) {
  const auto found =
      std::find_if(type.values.begin(), type.values.end(),
                   [&state](const Located<std::string>& value) { return *value == state.name; });
  if (found != type.values.end()) {
    state.index = static_cast<std::size_t>(found - type.values.begin());
  }
}

class EntityResolver {
 public:
  EntityResolver(Findings& findings, NameIndex& names, Model& model, std::size_t index)
      : findings_(findings),
        names_(names),
        model_(model),
        entity_(model.entities[index]),
        index_(index) {}

  void run() {
    findings_.set_subject(entity_.name);
    resolve_table();
    if (entity_.key.pk) resolve_source(*entity_.key.pk);
    if (entity_.key.sk) resolve_source(*entity_.key.sk);
    check_key_shape();
    for (IndexEntry& entry : entity_.indexes) resolve_index_entry(entry);
    findings_.set_subject(entity_.name);
    if (entity_.states) resolve_states(*entity_.states);
    if (entity_.ttl) names_.resolve(entity_.ttl->field, index_);
    if (entity_.per_parent) resolve_parent(entity_.per_parent->parent);
    for (UniqueRule& rule : entity_.unique) names_.resolve(rule.fields, index_);
    if (entity_.version) resolve_version(*entity_.version);
  }

 private:
  void resolve_table() {
    TableRef& table = entity_.table;
    if (!table.name.empty()) return names_.resolve(table);
    if (model_.tables.size() == 1) {
      table.name = model_.tables.front().label;
      table.index = 0;
    } else if (model_.tables.size() > 1) {
      findings_.add(Rule::missing_key, entity_.key_span,
                    "entity " + quoted(entity_.name) + " lacks the key `table`",
                    "with several tables each entity says which one it lives in");
    }
  }

  void resolve_source(KeySource& source) {
    names_.resolve(source.fields, index_);
    for (TemplatePart& part : source.key_template.parts) {
      if (part.kind == TemplatePartKind::component) names_.resolve(part.field, index_);
    }
  }

  void check_key_shape() {
    const Table* table = model_.table_of(entity_);
    const EntityKey& key = entity_.key;
    // Keys that were not understood are reported already.
    if (table == nullptr || table->partition.name.empty() || !key.pk) return;
    if (key.sk && !table->sort) {
      findings_.add(Rule::key_shape, key.sk->key,
                    "table " + quoted(table->label) + " has no sort key",
                    "remove `sk`, or give the table `keys: {partition: .., sort: ..}`");
    }
    if (!key.sk && table->sort) {
      findings_.add(Rule::key_shape, key.key,
                    "the key lacks `sk`: table " + quoted(table->label) + " has the sort key " +
                        quoted(table->sort->name),
                    "give every entity its sort key, a fixed one such as METADATA at least");
    }
  }

  void resolve_index_entry(IndexEntry& entry) {
    findings_.set_subject(entity_.name + "." + entry.index.name);
    if (entry.pk) resolve_source(*entry.pk);
    if (entry.sk) resolve_source(*entry.sk);
    if (entry.when) names_.resolve(*entry.when, index_);
    const Table* table = model_.table_of(entity_);
    if (table == nullptr) return;
    const TableIndex* index = table->find_index(entry.index.name);
    if (index == nullptr) {
      if (findings_.full()) return;
      std::vector<std::string_view> known;
      for (const TableIndex& one : table->indexes) known.push_back(one.name);
      findings_.add(Rule::unknown_index, entry.index.span,
                    "table " + quoted(table->label) + " has no index " + quoted(entry.index.name),
                    suggest(entry.index.name, known));
      return;
    }
    entry.index.index = static_cast<std::size_t>(index - table->indexes.data());
    check_index_shape(entry, *index);
  }

  void check_index_shape(const IndexEntry& entry, const TableIndex& index) {
    const bool understood = index.local || !index.partition.empty();
    if (!understood || std::max(index.partition.size(), index.sort.size()) > most_key_attributes)
      return;
    if (index.local && entry.pk) {
      findings_.add(Rule::key_shape, entry.pk->key,
                    "the local index " + quoted(index.name) + " has the table's partition key",
                    "remove `pk`");
    } else if (!index.local) {
      check_half(entry, entry.pk, index.partition, "pk", "partition key", index.name);
    }
    check_half(entry, entry.sk, index.sort, "sk", "sort key", index.name);
  }

  void check_half(const IndexEntry& entry, const std::optional<KeySource>& source,
                  const std::vector<KeyAttribute>& attributes, std::string_view key,
                  std::string_view half, const std::string& index_name) {
    const std::string name(half);
    if (!source && !attributes.empty()) {
      findings_.add(
          Rule::key_shape, entry.index.span,
          "the entry lacks " + quoted(key) + ": index " + quoted(index_name) + " has a " + name,
          "an item enters an index only with all of its key attributes");
    } else if (source && attributes.empty()) {
      findings_.add(Rule::key_shape, source->key, "index " + quoted(index_name) + " has no " + name,
                    "remove " + quoted(key) + ", or give the index a " + name);
    } else if (source) {
      check_count(*source, attributes.size(), name, index_name);
    }
  }

  void check_count(const KeySource& source, std::size_t wanted, const std::string& half,
                   const std::string& index_name) {
    if (source.components().empty() && source.key_template.parts.empty()) return;
    const bool composed = source.form == KeyForm::composed;
    const std::size_t given = composed ? 1 : source.fields.size();
    if (given == wanted) return;
    findings_.add(Rule::key_shape, source.span,
                  "the " + half + " of index " + quoted(index_name) + " has " +
                      std::to_string(wanted) + " attribute" + (wanted == 1 ? "" : "s") +
                      ", found " + (composed ? "one template" : std::to_string(given)),
                  composed
                      ? "list one field per attribute: [tenant_id, day]"
                      : "list as many fields as the index has attributes, or compose one template");
  }

  void resolve_states(StateMachine& states) {
    names_.resolve(states.field, index_);
    if (states.field.resolved()) {
      const FieldType& type = entity_.field(states.field).type;
      if (type.kind != TypeKind::enumeration) {
        findings_.add(Rule::bad_value, states.field.span,
                      "the field of a state machine must be an enum, " + quoted(states.field.name) +
                          " is " + quoted(to_text(type.kind)));
      } else {
        resolve_state_names(states, type);
      }
    }
    for (Move& move : states.moves) {
      names_.resolve(move.set, index_);
      names_.resolve(move.remove, index_);
      for (EntityRef& other : move.also_put) names_.resolve(other);
    }
    for (StateRequirement& requirement : states.required)
      names_.resolve(requirement.fields, index_);
  }

  static void resolve_state_names(StateMachine& states, const FieldType& type) {
    resolve_state(states.initial, type);
    for (StateRef& state : states.final_states) resolve_state(state, type);
    for (StateRequirement& requirement : states.required) resolve_state(requirement.state, type);
    for (Move& move : states.moves) {
      resolve_state(move.to, type);
      for (StateRef& state : move.from) resolve_state(state, type);
    }
  }

  void resolve_parent(EntityRef& parent) {
    names_.resolve(parent);
    if (parent.index == index_) {
      findings_.add(Rule::bad_value, parent.span, "an entity cannot be its own parent");
    }
  }

  void resolve_version(FieldRef& version) {
    names_.resolve(version, index_);
    if (!version.resolved()) return;
    const Field& field = entity_.field(version);
    const TypeKind kind = field.type.kind;
    if (kind != TypeKind::integer) {
      findings_.add(
          Rule::bad_value, version.span,
          "the version must be an int, " + quoted(version.name) + " is " + quoted(to_text(kind)));
      return;
    }
    const auto refuse = [&](const std::string& what, const std::string& help) {
      findings_.add(Rule::bad_value, version.span, "the version " + quoted(version.name) + what,
                    help);
    };
    if (field.immutable) refuse(" counts writes, and is immutable", "remove `immutable`");
    if (field.optional) {
      refuse(" is optional", "remove `optional`: an item without it reads as version 0");
    }
    if (field.default_value && field.default_value->text != "0") {
      refuse(" has a default", "remove `default`: an item without it reads as version 0");
    }
    if (const auto place = place_of_version(version)) {
      refuse(" changes with every write, and " + *place + " is made of it",
             "leave it out of keys and conditions of entries");
    }
    // What was written before there were versions has none.
    entity_.fields[version.index].default_value = Literal{LiteralKind::number, "0", version.span};
    if (!entity_.states) return;
    for (const Move& move : entity_.states->moves) {
      for (const auto* changes : {&move.set, &move.remove}) {
        for (const FieldRef& change : *changes) {
          if (change.name == version.name) report_version_change(findings_, change);
        }
      }
    }
  }

  // The key, or the entry in an index, that depends on the version.
  [[nodiscard]] std::optional<std::string> place_of_version(const FieldRef& version) const {
    const auto mentions = [&](const std::optional<KeySource>& source) {
      if (!source) return false;
      const auto fields = source->components();
      return std::any_of(fields.begin(), fields.end(),
                         [&](const FieldRef& field) { return field.name == version.name; });
    };
    if (mentions(entity_.key.pk) || mentions(entity_.key.sk)) return "its key";
    for (const IndexEntry& entry : entity_.indexes) {
      const bool tests = entry.when && std::any_of(entry.when->all_of.begin(),
                                                   entry.when->all_of.end(), [&](const auto& one) {
                                                     return one.field.name == version.name;
                                                   });
      if (mentions(entry.pk) || mentions(entry.sk) || tests) {
        return "its place in " + quoted(entry.index.name);
      }
    }
    return std::nullopt;
  }

  Findings& findings_;
  NameIndex& names_;
  Model& model_;
  Entity& entity_;
  std::size_t index_;
};

}  // namespace

void resolve_entities(Findings& findings, NameIndex& names, Model& model) {
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    EntityResolver(findings, names, model, i).run();
  }
  findings.set_subject({});
}

}  // namespace keywright::model
