#include "random_model.hpp"

#include "dice.hpp"
#include "model_draft.hpp"
#include "pattern_maker.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace keywright::random_proof {
namespace {

struct TypeChoice {
  Kind kind;
  const char* type;
};

constexpr TypeChoice kIdTypes[] = {
    {Kind::id, "{type: ulid"},
    {Kind::id, "{type: uuid"},
    {Kind::text, "{type: string, min: 1, max: 12"},
    {Kind::text, "{type: string, charset: \"[0-9a-f]\", length: 4"},
    {Kind::whole, "{type: int, min: 0, max: 120"},
    {Kind::whole, "{type: int, min: -50, max: 1000"},
    {Kind::day, "{type: date"},
    {Kind::time, "{type: timestamp"},
};

constexpr TypeChoice kTypes[] = {
    {Kind::text, "{type: string, min: 1, max: 20"},
    {Kind::text, "{type: string, min: 1, max: 6"},
    {Kind::text, "{type: string, max: 30"},
    {Kind::choice, "{type: enum, values: [red, green, blue]"},
    {Kind::choice, "{type: enum, values: [low, mid, high, top]"},
    {Kind::flag, "{type: bool"},
    {Kind::whole, "{type: int, min: -5, max: 120"},
    {Kind::whole, "{type: int, min: 0, max: 99999"},
    {Kind::whole, "{type: int"},
    {Kind::decimal, "{type: number"},
    {Kind::time, "{type: timestamp"},
    {Kind::day, "{type: date"},
    {Kind::seconds, "{type: epoch_seconds"},
    {Kind::id, "{type: uuid"},
    {Kind::id, "{type: ulid"},
    {Kind::document, "{type: set<string>, max: 6, element: {min: 1, max: 10}"},
    {Kind::document, "{type: set<number>, max: 6"},
    {Kind::document, "{type: list<int>, max: 5"},
    {Kind::document, "{type: map<string>, max: 5, element: {max: 10}"},
    {Kind::document, "{type: json, max: 100"},
    {Kind::document, "{type: binary, max: 20"},
    {Kind::document, "{type: object, fields: {a: {type: int}, b: {type: bool, optional: true}}"},
};

class ModelMaker {
 public:
  explicit ModelMaker(std::uint64_t seed) : dice_(seed) {}

  std::string make() {
    has_index_of_many_ = dice_.percent(30);
    has_local_ = dice_.percent(30);
    for (std::size_t i = dice_.below(3) + 1; i > 0; --i) add_root();
    if (dice_.percent(30)) add_native();
    for (auto& entity : entities_) {
      finish(entity);
      add_indexes(entity);
    }
    // Later: a move may put any entity beside.
    for (std::size_t i = 0; i < entities_.size(); ++i) add_states(i);
    for (const auto& entity : entities_) patterns_.add(entity);
    add_collections();
    add_transactions();
    return write();
  }

 private:
  // Entities -------------------------------------------------------------------------------------

  std::string next_name() {
    static const Names kNames = {"Alpha", "Beta",  "Gamma", "Delta", "Kappa",  "Sigma",
                                 "Omega", "Theta", "Iota",  "Zeta",  "Lambda", "Phi"};
    return kNames[entities_.size()];
  }

  FieldDraft id_field(const std::string& name) {
    const auto& type = kIdTypes[dice_.below(std::size(kIdTypes))];
    return {name, type.type, type.kind};
  }

  void add_root() {
    EntityDraft root;
    root.name = next_name();
    const auto prefix = lower(root.name).substr(0, 1);
    Names partition;
    if (dice_.percent(30)) {
      root.fields.push_back(id_field(prefix + "_team"));
      partition.push_back(prefix + "_team");
    }
    root.fields.push_back(id_field(prefix + "_id"));
    partition.push_back(prefix + "_id");
    root.place.partition = partition;
    const auto pk = upper(root.name) + "#" + components(partition);
    auto sk = upper(root.name);
    if (dice_.percent(40)) {
      root.place.sort = {prefix + "_part"};
      root.fields.push_back(id_field(prefix + "_part"));
      if (dice_.percent(30)) {
        root.place.sort.push_back(prefix + "_piece");
        root.fields.push_back(id_field(prefix + "_piece"));
      }
      sk += "#" + components(root.place.sort);
    }
    const bool is_single = root.place.sort.empty();
    set_key(root, pk, sk);
    entities_.push_back(root);
    if (!is_single || dice_.percent(30)) return;
    const auto shared = root.fields;
    const auto parent = entities_.size() - 1;
    for (std::size_t i = dice_.below(2) + 1; i > 0; --i) add_child(shared, partition, pk, parent);
  }

  void add_child(const std::vector<FieldDraft>& shared, const Names& partition,
                 const std::string& pk, std::size_t parent) {
    EntityDraft child;
    child.name = next_name();
    child.fields = shared;
    child.place.partition = partition;
    auto sk = upper(child.name);
    const bool is_single = dice_.percent(35);
    if (!is_single) {
      const auto field = lower(child.name).substr(0, 1) + "_no";
      child.fields.push_back(id_field(field));
      child.place.sort = {field};
      sk += "#" + components(child.place.sort);
    }
    set_key(child, pk, sk);
    families_.push_back({parent, entities_.size(), is_single});
    entities_.push_back(std::move(child));
  }

  static void set_key(EntityDraft& entity, const std::string& pk, const std::string& sk) {
    entity.key = "{pk: \"" + pk + "\", sk: \"" + sk + "\"}";
    entity.identity = entity.place.partition;
    entity.identity.insert(entity.identity.end(), entity.place.sort.begin(),
                           entity.place.sort.end());
  }

  // An entity alone in a table with keys of their own types.
  void add_native() {
    EntityDraft entity;
    entity.name = next_name();
    entity.table = "grid";
    const auto native = [&](const std::string& name) {
      auto field = id_field(name);
      return field;
    };
    entity.fields = {native("site"), native("at")};
    entity.identity = {"site", "at"};
    entity.place.partition = {"site"};
    entity.place.sort = {"at"};
    entity.key = "{pk: {field: site}, sk: {field: at}}";
    // Under the fields' own names, or under others.
    grid_keys_ = dice_.percent(60) ? Names{"site", "at"} : Names{"grid_pk", "grid_sk"};
    const auto type_of = [](const FieldDraft& field) {
      return field.kind == Kind::whole ? "N" : "S";
    };
    grid_table_ = "{partition: {name: " + grid_keys_[0] + ", type: " + type_of(entity.fields[0]) +
                  "}, sort: {name: " + grid_keys_[1] + ", type: " + type_of(entity.fields[1]) +
                  "}}";
    entities_.push_back(std::move(entity));
  }

  // The other fields; version, uniqueness and lifetime.
  void finish(EntityDraft& entity) {
    const auto prefix = lower(entity.name);
    for (std::size_t i = dice_.below(6) + 2; i > 0; --i) {
      const auto& type = kTypes[dice_.below(std::size(kTypes))];
      FieldDraft field{prefix + "_f" + std::to_string(i), type.type, type.kind};
      field.optional = dice_.percent(35);
      field.immutable = !field.optional && dice_.percent(10);
      if (!field.optional && dice_.percent(15)) field.type += default_of(field);
      entity.fields.push_back(std::move(field));
    }
    if (dice_.percent(25)) {
      entity.has_version = true;
      entity.version_field = "version";
      entity.fields.push_back({"version", "{type: int, min: 0", Kind::whole});
      entity.more += "    version: version\n";
    }
    if (dice_.percent(25)) {
      entity.time_field = "gone_at";
      entity.fields.push_back({"gone_at", "{type: epoch_seconds", Kind::seconds});
      has_time_ = has_time_ || entity.table == "main";
      has_grid_time_ = has_grid_time_ || entity.table == "grid";
      static const Names kLives = {"{field: gone_at}", "{field: gone_at, after: 1h}",
                                   "{field: gone_at, after: 7d}"};
      const auto& life = dice_.pick(kLives);
      entity.has_fixed_life = life.find("after") != std::string::npos;
      entity.more += "    ttl: " + life + "\n";
    }
    if (entity.table == "main" && dice_.percent(25)) add_unique(entity);
  }

  // What an item reads as that lacks the field.
  static std::string default_of(const FieldDraft& field) {
    if (field.kind == Kind::flag) return ", default: false";
    if (field.kind == Kind::whole) return ", default: 1";
    if (field.type.find("red") != std::string::npos) return ", default: green";
    return "";
  }

  void add_unique(EntityDraft& entity) {
    const auto fields = fields_where(entity, [&](const FieldDraft& field) {
      return field.is_native() && !entity.is_special(field.name) &&
             field.name != entity.time_field && field.kind != Kind::choice;
    });
    if (fields.empty()) return;
    Names rule = {dice_.pick(fields)};
    if (dice_.percent(40)) rule.insert(rule.begin(), dice_.pick(entity.identity));
    entity.unique = rule;
    entity.is_unique = true;
    entity.more += "    unique: {only: [" + joined(rule) + "]}\n";
  }

  // Indexes --------------------------------------------------------------------------------------

  void add_indexes(EntityDraft& entity) {
    const auto usable = fields_where(entity, [&](const FieldDraft& field) {
      return field.in_template() && field.name != entity.version_field &&
             (field.name != entity.time_field || !entity.has_fixed_life);
    });
    for (int number = 1; number <= 3; ++number) {
      if (!dice_.percent(45)) continue;
      add_entry(entity, "gsi" + std::to_string(number), take(usable, 1 + dice_.below(2)),
                take(usable, dice_.below(3)));
    }
    if (has_local_ && entity.table == "main" && dice_.percent(40)) {
      auto sort = without(take(usable, 1 + dice_.below(2)), entity.place.partition);
      if (sort.empty()) return;
      Place place{"near", entity.place.partition, sort, true, false};
      entry_of(entity, place, "{sk: \"" + upper(entity.name) + "#" + components(sort) + "\"");
    }
    if (has_index_of_many_ && many_.empty()) add_index_of_many(entity);
  }

  Names take(const Names& from, std::size_t count) {
    Names taken;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& name = dice_.pick(from);
      if (std::find(taken.begin(), taken.end(), name) == taken.end()) taken.push_back(name);
    }
    return taken;
  }

  void add_entry(EntityDraft& entity, const std::string& index, const Names& partition,
                 Names sort) {
    if (partition.empty()) return;
    sort = without(std::move(sort), partition);
    // Something has to stand there.
    if (sort.empty()) sort = without(entity.identity, partition);
    if (sort.empty()) return;
    Place place{(entity.table == "grid" ? "grid_" : "") + index, partition, sort, false, false};
    auto text = "{pk: \"" + upper(entity.name) + "#" + components(partition) + "\", sk: \"" +
                components(sort) + "\"";
    if (dice_.percent(25)) {
      text += ", shards: " + (dice_.percent(30) ? "auto" : std::to_string(2 + dice_.below(3)));
    }
    entry_of(entity, place, text);
  }

  void entry_of(EntityDraft& entity, Place place, std::string text) {
    // Fields that are key attributes themselves cannot be left out.
    if (place.index != "many" && dice_.percent(30)) {
      const auto when = entry_condition(entity);
      if (!when.empty()) {
        place.has_condition = true;
        text += ", when: \"" + when + "\"";
      }
    }
    entity.entries.push_back(place.index + ": " + text + "}");
    use(entity, std::move(place));
  }

  // An index is sparse if some items stay out of it: other entities', or some of this one's.
  void use(EntityDraft& entity, Place place) {
    project(entity, place);
    const auto is_optional = [&](const std::string& name) { return entity.field(name).optional; };
    const bool leaves_out =
        place.has_condition ||
        std::any_of(place.partition.begin(), place.partition.end(), is_optional) ||
        std::any_of(place.sort.begin(), place.sort.end(), is_optional);
    used_indexes_[place.index].push_back(entity.name);
    if (leaves_out) leaving_out_.insert(place.index);
    entity.places.push_back(std::move(place));
  }

  // What an index has of its items, besides its keys: all, or what some lists read. Who reads what
  // expires has to see when.
  void project(const EntityDraft& entity, Place& place) {
    const bool is_first = !used_indexes_.contains(place.index);
    const bool may_be_narrow = place.index == "many" ? entity.time_field.empty() : !place.is_local;
    if (is_first && may_be_narrow && dice_.percent(30)) {
      narrow_[place.index] = {};
    }
    const auto found = narrow_.find(place.index);
    if (found == narrow_.end()) return;
    place.is_whole = false;
    if (place.index == "many") {  // which has its keys only: those are fields
      place.projected = place.partition;
      place.projected.insert(place.projected.end(), place.sort.begin(), place.sort.end());
      return;
    }
    Names all;
    for (const auto& field : entity.fields) all.push_back(field.name);
    place.projected = dice_.some(all, 50);
    if (place.projected.empty()) place.projected.push_back(all.front());
    auto& attributes = found->second;
    for (const auto& name : place.projected) attributes.insert(name);
    if (!entity.time_field.empty()) attributes.insert(entity.time_field);
  }

  std::string entry_condition(const EntityDraft& entity) {
    std::string text = test_of(entity, dice_.pick(entity.fields), dice_);
    if (dice_.percent(25)) {
      const auto other = test_of(entity, dice_.pick(entity.fields), dice_);
      if (!other.empty() && !text.empty() && other != text) text += " and " + other;
    }
    return text;
  }

  // An index with several attributes, which are the fields themselves.
  void add_index_of_many(EntityDraft& entity) {
    const auto usable = fields_where(entity, [&](const FieldDraft& field) {
      return field.is_native() && field.name != entity.version_field &&
             field.name != entity.time_field;
    });
    auto partition = take(usable, 1 + dice_.below(3));
    auto sort = without(take(usable, 1 + dice_.below(3)), partition);
    if (partition.empty() || sort.empty()) return;
    // Names of the table's own key are taken.
    Place place{"many", partition, sort, false, false};
    many_ = "{partition: [" + joined(partition) + "], sort: [" + joined(sort) + "]";
    many_table_ = entity.table;
    entry_of(entity, place, "{pk: [" + joined(partition) + "], sk: [" + joined(sort) + "]");
  }

  // States ---------------------------------------------------------------------------------------

  void add_states(std::size_t position) {
    auto& entity = entities_[position];
    if (!dice_.percent(35)) return;
    entity.has_states = true;
    entity.state_field = lower(entity.name) + "_state";
    entity.fields.push_back(
        {entity.state_field, "{type: enum, values: [s0, s1, s2, s3]", Kind::choice});
    const auto settable = fields_where(entity, [&](const FieldDraft& field) {
      return !entity.is_special(field.name) && !field.immutable;
    });
    const auto optional = fields_where(entity, [&](const FieldDraft& field) {
      return !entity.is_special(field.name) && !field.immutable && field.optional;
    });
    static const Names kFrom = {"{from: s0, to: s1", "{from: [s0, s1], to: s2", "{from: s1, to: s3",
                                "{from: [s1, s2], to: s3"};
    std::string text = "    states:\n      field: " + entity.state_field +
                       "\n      initial: s0\n      final: [s3]\n      moves:\n";
    for (std::size_t i = 0; i < kFrom.size(); ++i) {
      text += "        " + lower(entity.name) + "_m" + std::to_string(i) + ": " + kFrom[i];
      const auto set = dice_.some(settable, 25);
      if (!set.empty()) text += ", set: [" + joined(set) + "]";
      const auto remove = without(dice_.some(optional, 15), set);
      if (!remove.empty()) text += ", remove: [" + joined(remove) + "]";
      if (dice_.percent(35)) text += also_put(position);
      text += "}\n";
    }
    entity.more += text;
    // The state decides who is in an index, or is part of its key.
    if (!entity.places.empty() || !dice_.percent(70)) return;
    Place place{(entity.table == "grid" ? "grid_" : "") + std::string("gsi1"),
                {entity.state_field},
                entity.identity,
                false,
                false};
    std::string entry = "{pk: \"" + upper(entity.name) + "#{" + entity.state_field + "}\", sk: \"" +
                        components(entity.identity) + "\"";
    if (dice_.percent(50)) {
      place.has_condition = true;
      entry += ", when: \"" + entity.state_field + " in [s0, s2]\"";
    }
    if (dice_.percent(30)) entry += ", shards: 2";
    entity.entries.push_back(place.index + ": " + entry + "}");
    use(entity, std::move(place));
  }

  std::string also_put(std::size_t position) {
    for (const auto& family : families_) {
      const auto& child = entities_[family.child];
      if (family.parent != position || child.is_unique) continue;
      return ", also_put: " + child.name;
    }
    return "";
  }

  // Access patterns of several entities --------------------------------------------------------

  void add_collections() {
    for (std::size_t parent = 0; parent < entities_.size(); ++parent) {
      Names parts;
      for (const auto& family : families_) {
        if (family.parent != parent) continue;
        if (parts.empty()) {
          parts.push_back(dice_.percent(70) ? entities_[parent].name
                                            : "\"" + entities_[parent].name + "?\"");
        }
        if (dice_.percent(80)) {
          parts.push_back("\"" + entities_[family.child].name + (family.is_single ? "?\"" : "*\""));
        }
      }
      if (parts.size() < 2) continue;
      patterns_.pattern("whole_" + lower(entities_[parent].name),
                        "op: query, by: [" + joined(entities_[parent].place.partition) +
                            "], returns: [" + joined(parts) + "], max_items: 1000");
    }
  }

  void add_transactions() {
    for (const auto* table : {"main", "grid"}) {
      auto writes = dice_.some(patterns_.steps[table], 25);
      if (writes.size() > 4) writes.resize(4);
      if (!patterns_.batches[table].empty() && dice_.percent(40)) {
        writes.push_back(dice_.pick(patterns_.batches[table]));
      }
      if (!writes.empty() && !patterns_.eaches[table].empty() && dice_.percent(40)) {
        writes.push_back(dice_.pick(patterns_.eaches[table]));
      }
      if (writes.size() > 1) {
        patterns_.pattern(std::string("all_of_") + table,
                          "op: transact, steps: [" + joined(writes) + "]");
      }
      const auto reads = dice_.some(patterns_.reads[table], 50);
      if (reads.size() > 1) {
        patterns_.pattern(std::string("see_") + table,
                          "op: transact, steps: [" + joined(reads) + "]");
      }
    }
  }

  // The file -------------------------------------------------------------------------------------

  [[nodiscard]] std::string sparse_of(const std::string& index) const {
    const auto& names = used_indexes_.at(index);
    const auto of_table = static_cast<std::size_t>(
        std::count_if(entities_.begin(), entities_.end(), [&](const EntityDraft& entity) {
          return entity.table == entity_named(names.front()).table;
        }));
    const bool is_sparse = names.size() < of_table || leaving_out_.contains(index);
    return is_sparse ? ", sparse: [" + joined(names) + "]" : "";
  }
  [[nodiscard]] const EntityDraft& entity_named(const std::string& name) const {
    return *std::find_if(entities_.begin(), entities_.end(),
                         [&](const EntityDraft& entity) { return entity.name == name; });
  }

  [[nodiscard]] std::string projection_of(const std::string& index) const {
    const auto found = narrow_.find(index);
    if (found == narrow_.end()) return "";
    if (found->second.empty()) return ", projection: keys_only";
    return ", projection: {include: [" + joined({found->second.begin(), found->second.end()}) +
           "]}";
  }

  [[nodiscard]] std::string indexes_of(const std::string& table) const {
    const auto prefix = std::string(table == "grid" ? "grid_" : "");
    std::string text;
    for (int number = 1; number <= 3; ++number) {
      const auto name = prefix + "gsi" + std::to_string(number);
      if (!used_indexes_.contains(name)) continue;
      text += "      " + name + ": {partition: " + name + "_pk, sort: " + name + "_sk" +
              sparse_of(name) + projection_of(name) + "}\n";
    }
    if (table == "main" && used_indexes_.contains("near")) {
      text += "      near: {local: true, sort: near_sk" + sparse_of("near") + "}\n";
    }
    if (!many_.empty() && many_table_ == table) {
      text += "      many: " + many_ + sparse_of("many") + projection_of("many") + "}\n";
    }
    return text;
  }

  [[nodiscard]] std::string table_text(const std::string& name, const std::string& keys,
                                       bool has_time) const {
    std::string text = "  " + name + ":\n    name: " + name + "-table\n    keys: " + keys + "\n";
    const auto indexes = indexes_of(name);
    if (!indexes.empty()) text += "    indexes:\n" + indexes;
    if (has_time) text += "    ttl: gone_at\n";
    return text + "    rebuildable: true\n    deletion_protection: true\n";
  }

  [[nodiscard]] std::string write() const {
    std::string text = "keywright: 1\nname: chance\nprofile: development\n\naccess_patterns:\n" +
                       patterns_.text() + "\nentities:\n";
    for (const auto& entity : entities_) {
      text +=
          "  " + entity.name + ":\n    table: " + entity.table + "\n    count: 1000\n    fields:\n";
      for (const auto& field : entity.fields) {
        text += "      " + field.name + ": " + field.type +
                (field.optional ? ", optional: true" : "") +
                (field.immutable ? ", immutable: true" : "") + "}\n";
      }
      text += "    key: " + entity.key + "\n";
      if (!entity.entries.empty())
        text += "    indexes:\n      " + joined(entity.entries, "\n      ") + "\n";
      text += entity.more;
    }
    text += "\ntables:\n" + table_text("main", "{partition: pk, sort: sk}", has_time_);
    if (!grid_table_.empty()) text += table_text("grid", grid_table_, has_grid_time_);
    return text;
  }

  struct Family {
    std::size_t parent;
    std::size_t child;
    bool is_single;
  };

  Dice dice_;
  std::vector<EntityDraft> entities_;
  std::vector<Family> families_;
  std::map<std::string, Names> used_indexes_;  // by whom
  std::set<std::string> leaving_out_;
  std::map<std::string, std::set<std::string>> narrow_;  // indexes with but some attributes
  PatternMaker patterns_{dice_};
  std::string many_;
  std::string many_table_;
  std::string grid_table_;
  Names grid_keys_;
  bool has_index_of_many_ = false;
  bool has_local_ = false;
  bool has_time_ = false;
  bool has_grid_time_ = false;
};

}  // namespace

std::string random_model(std::uint64_t seed) {
  return ModelMaker(seed).make();
}

}  // namespace keywright::random_proof
