#include "imports/formats.hpp"
#include "imports/names.hpp"
#include "imports/object.hpp"
#include "model/spelling.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::imports {
namespace {

using model::Entry;
using model::Node;

constexpr std::array root_keys{std::string_view{"tables"},
                               std::string_view{"cross_table_access_patterns"}};
constexpr std::array table_keys{std::string_view{"table_config"}, std::string_view{"gsi_list"},
                                std::string_view{"entities"}};
constexpr std::array config_keys{std::string_view{"table_name"}, std::string_view{"partition_key"},
                                 std::string_view{"sort_key"}};
constexpr std::array index_keys{std::string_view{"name"}, std::string_view{"partition_key"},
                                std::string_view{"sort_key"}, std::string_view{"projection"},
                                std::string_view{"included_attributes"}};
constexpr std::array entity_keys{
    std::string_view{"entity_type"}, std::string_view{"pk_template"},
    std::string_view{"sk_template"}, std::string_view{"gsi_mappings"},
    std::string_view{"fields"},      std::string_view{"access_patterns"}};
constexpr std::array mapping_keys{std::string_view{"name"}, std::string_view{"pk_template"},
                                  std::string_view{"sk_template"}};
constexpr std::array field_keys{std::string_view{"name"}, std::string_view{"type"},
                                std::string_view{"required"}, std::string_view{"item_type"},
                                std::string_view{"description"}};
constexpr std::array pattern_keys{
    std::string_view{"pattern_id"},        std::string_view{"name"},
    std::string_view{"description"},       std::string_view{"operation"},
    std::string_view{"index_name"},        std::string_view{"range_condition"},
    std::string_view{"filter_expression"}, std::string_view{"consistent_read"},
    std::string_view{"parameters"},        std::string_view{"return_type"}};
constexpr std::array cross_keys{
    std::string_view{"pattern_id"},        std::string_view{"name"},
    std::string_view{"description"},       std::string_view{"operation"},
    std::string_view{"entities_involved"}, std::string_view{"parameters"},
    std::string_view{"return_type"}};
constexpr std::array involved_keys{std::string_view{"table"}, std::string_view{"entity"},
                                   std::string_view{"action"}, std::string_view{"condition"}};
constexpr std::array parameter_keys{std::string_view{"name"}, std::string_view{"type"},
                                    std::string_view{"entity_type"},
                                    std::string_view{"description"}, std::string_view{"default"}};

constexpr std::array types{Name{"string", "string"},   Name{"integer", "int"},
                           Name{"decimal", "number"},  Name{"boolean", "bool"},
                           Name{"object", "json"},     Name{"uuid", "uuid"},
                           Name{"array", "list<json>"}};
constexpr std::array operations{Name{"GetItem", "get"},
                                Name{"Query", "query"},
                                Name{"Scan", "scan"},
                                Name{"PutItem", "put"},
                                Name{"UpdateItem", "patch"},
                                Name{"DeleteItem", "delete"},
                                Name{"BatchGetItem", "batch_get"},
                                Name{"BatchWriteItem", "batch_put"}};
constexpr std::array ranges{Name{"begins_with", "prefix"},
                            Name{"between", "between"},
                            Name{">=", ">="},
                            Name{">", ">"},
                            Name{"<=", "<="},
                            Name{"<", "<"}};
constexpr std::array actions{Name{"Put", "put"}, Name{"Update", "patch"}, Name{"Delete", "delete"},
                             Name{"Get", "get"}};
constexpr std::array projections{Name{"", "all"}, Name{"ALL", "all"},
                                 Name{"KEYS_ONLY", "keys_only"}, Name{"INCLUDE", "include"}};

struct Parameter {
  std::string name;
  model::Span span;
};

class SchemaReader {
 public:
  SchemaReader(Report& report, Draft& draft) : report_(report), draft_(draft) {}

  void run(const Node& root) {
    const Object schema(report_, root, "the schema", root_keys);
    for (const Node& table : schema.list("tables")) read_table(table);
    for (const Node& pattern : schema.list("cross_table_access_patterns")) read_cross(pattern);
    report_.set_subject({});
  }

 private:
  void read_table(const Node& node) {
    const Object object(report_, node, "a table", table_keys);
    const Node* config_node = object.object("table_config");
    if (config_node == nullptr) {
      if (object.is_object())
        report_.add(Rule::wrong_value, node.span, "a table lacks `table_config`, and was left out");
      return;
    }
    const Object config(report_, *config_node, "`table_config`", config_keys);
    DraftTable table;
    table.span = config.span();
    table.name = config.needed_text("table_name");
    table.partition.name = config.needed_text("partition_key");
    if (const std::string sort = config.text("sort_key"); !sort.empty()) table.sort = {sort, 'S'};
    for (const Node& index : object.list("gsi_list")) read_index(index, table);
    const Node* entities = object.object("entities");
    const DraftTable& added = draft_.tables.emplace_back(std::move(table));
    if (entities == nullptr) return;
    report_.set_subject({});
    for (const Entry& entry : entities->entries) read_entity(entry, added);
    for (const Entry& entry : entities->entries) {
      const Entry* patterns = entry.value.find("access_patterns");
      if (patterns == nullptr) continue;
      for (const Node& pattern : patterns->value.items) read_pattern(pattern, entry.key);
    }
  }

  void read_index(const Node& node, DraftTable& table) {
    const Object object(report_, node, "an index", index_keys);
    if (!object.is_object()) return;
    DraftIndex index;
    index.span = node.span;
    index.name = object.needed_text("name");
    for (const std::string& name : object.texts("partition_key"))
      index.partition.push_back({name, 'S'});
    for (const std::string& name : object.texts("sort_key")) index.sort.push_back({name, 'S'});
    const std::string projection = object.text("projection");
    index.projection = translate(projections, projection);
    if (index.projection.empty()) {
      report_.add(Rule::wrong_value, object.span_of("projection"),
                  quoted(projection) + " is no projection, and was taken for ALL");
      index.projection = "all";
    }
    index.include = object.texts("included_attributes");
    table.indexes.push_back(std::move(index));
  }

  // A template that is one field, in the key attribute of that field's name, is the attribute
  // itself.
  static DraftKey key_of(const std::vector<std::string>& templates,
                         const std::vector<DraftAttribute>& attributes) {
    DraftKey key;
    const bool several = templates.size() > 1;
    for (std::size_t i = 0; i < templates.size(); ++i) {
      const std::string& text = templates[i];
      const bool one_field =
          text.size() > 2 && text.starts_with('{') && text.find('}') == text.size() - 1;
      const std::string field = one_field ? text.substr(1, text.size() - 2) : std::string{};
      const bool is_attribute = i < attributes.size() && attributes[i].name == field;
      if (!several && !is_attribute) return {text, {}};
      key.fields.push_back(one_field ? field : text);
    }
    return key;
  }

  static std::vector<DraftAttribute> listed(const std::optional<DraftAttribute>& attribute) {
    return attribute ? std::vector<DraftAttribute>{*attribute} : std::vector<DraftAttribute>{};
  }

  void read_entity(const Entry& entry, const DraftTable& table) {
    const Object object(report_, entry.value, "entity " + quoted(entry.key), entity_keys);
    if (!object.is_object()) return;
    DraftEntity entity;
    entity.name = entry.key;
    entity.table = table.name;
    entity.span = entry.key_span;
    for (const Node& field : object.list("fields")) read_field(field, entity);
    if (const std::string pk = object.needed_text("pk_template"); !pk.empty()) {
      entity.pk = key_of({pk}, {table.partition});
    }
    if (const std::string sk = object.text("sk_template"); !sk.empty()) {
      entity.sk = key_of({sk}, listed(table.sort));
    }
    for (const Node& mapping : object.list("gsi_mappings")) read_mapping(mapping, table, entity);
    draft_.entities.push_back(std::move(entity));
  }

  void read_mapping(const Node& node, const DraftTable& table, DraftEntity& entity) {
    const Object object(report_, node, "a mapping to an index", mapping_keys);
    if (!object.is_object()) return;
    DraftIndexEntry entry;
    entry.span = node.span;
    entry.index = object.needed_text("name");
    const DraftIndex* index = table.find_index(entry.index);
    const auto partition = index == nullptr ? std::vector<DraftAttribute>{} : index->partition;
    const auto sort = index == nullptr ? std::vector<DraftAttribute>{} : index->sort;
    if (const auto pk = object.texts("pk_template"); !pk.empty()) entry.pk = key_of(pk, partition);
    if (const auto sk = object.texts("sk_template"); !sk.empty()) entry.sk = key_of(sk, sort);
    entity.indexes.push_back(std::move(entry));
  }

  std::string type_of(const Object& object, std::string& comment) {
    const std::string type = object.needed_text("type");
    std::string_view ours = translate(types, type);
    if (ours.empty()) {
      report_.add(Rule::undecided, object.span_of("type"),
                  quoted(type) + " is no type of the format", "it was taken for json");
      comment = "decide: type " + quoted(type);
      return "json";
    }
    if (type != "array") return std::string(ours);
    const std::string item = object.text("item_type");
    const std::string_view element = item == "array" ? std::string_view{} : translate(types, item);
    if (element.empty()) {
      report_.add(Rule::undecided, object.span_of("item_type"),
                  "the type of the elements is not said", "the list was taken for list<json>");
      comment = "decide: type of the elements";
    }
    return element.empty() ? "list<json>" : "list<" + std::string(element) + ">";
  }

  void read_field(const Node& node, DraftEntity& entity) {
    const Object object(report_, node, "a field", field_keys);
    if (!object.is_object()) return;
    DraftField field;
    field.span = node.span;
    field.name = object.needed_text("name");
    field.type = type_of(object, field.comment);
    field.optional = !object.flag("required").value_or(true);
    if (field.type == "string" && is_time_name(field.name)) {
      report_.add(Rule::taken_as, node.span,
                  quoted(field.name) + " may be a `timestamp` or a `date`",
                  "it was taken for a string: give it its type, so that its order is known");
      field.comment = "check: timestamp? date?";
    }
    entity.fields.push_back(std::move(field));
  }

  void head(const Object& object, DraftPattern& pattern) {
    pattern.span = object.span();
    pattern.name = object.needed_text("name");
    report_.set_subject(pattern.name);
    if (const std::string description = object.text("description"); !description.empty()) {
      pattern.comments.push_back(description);
    }
  }

  void read_pattern(const Node& node, const std::string& entity_name) {
    const Object object(report_, node, "an access pattern", pattern_keys);
    const DraftEntity* entity = draft_.find_entity(entity_name);
    if (!object.is_object() || entity == nullptr) return;
    DraftPattern pattern;
    head(object, pattern);
    pattern.entity = entity_name;
    const std::string operation = object.needed_text("operation");
    pattern.op = translate(operations, operation);
    if (pattern.op.empty()) {
      report_.add(Rule::left_out, object.span_of("operation"), pattern.comments,
                  quoted(operation) + " is no operation of the format", "the pattern was left out");
      draft_.pattern_comments.push_back(pattern.name + ": " + model::join(pattern.comments, "; "));
      return;
    }
    pattern.using_index = object.text("index_name");
    pattern.strong = object.flag("consistent_read").value_or(false);
    bind(object, *entity, pattern);
    remark(object, operation, pattern);
    draft_.patterns.push_back(std::move(pattern));
  }

  // What the words of the format leave open.
  void remark(const Object& object, const std::string& operation, DraftPattern& pattern) {
    const model::Span& at = object.span_of("operation");
    if (object.object("filter_expression") != nullptr) {
      report_.add(Rule::left_out, object.span_of("filter_expression"), pattern.comments,
                  "a filter is applied after the read is paid for, and a model has none",
                  "bind its fields with `by` or `range`, and design a key for them");
    }
    if (object.text("return_type") == "mixed_data") {
      report_.add(Rule::undecided, object.span_of("return_type"), pattern.comments,
                  "it returns items of several entities that are not named",
                  "name them in `returns`");
    }
    if (operation == "PutItem" &&
        (pattern.name.starts_with("create") || pattern.name.starts_with("add") ||
         pattern.name.starts_with("register"))) {
      report_.add(Rule::taken_as, at, pattern.comments, "PutItem replaces an item that is there",
                  "write `op: create` if it must not exist yet");
    }
    if (operation == "UpdateItem") {
      report_.add(Rule::taken_as, at, pattern.comments,
                  "it was taken for a patch, which fails if the item is absent",
                  "write `op: upsert` if it may create the item");
      if (pattern.set.empty()) {
        report_.add(Rule::undecided, object.span_of("parameters"), pattern.comments,
                    "which fields it changes is not said", "name them in `set`");
      }
    }
    if (operation == "Scan") {
      report_.add(Rule::taken_as, at, pattern.comments,
                  "a scan reads the whole table, and is for admins only",
                  "write a query, and design a key for it");
    }
  }

  std::vector<Parameter> read_parameters(const Object& object, bool& has_entity) {
    std::vector<Parameter> parameters;
    for (const Node& node : object.list("parameters")) {
      const Object parameter(report_, node, "a parameter", parameter_keys);
      if (!parameter.is_object()) continue;
      if (parameter.text("type") == "entity") {
        has_entity = true;
      } else {
        parameters.push_back({parameter.needed_text("name"), node.span});
      }
    }
    return parameters;
  }

  static std::pair<std::vector<std::string>, std::vector<std::string>> key_components(
      const DraftEntity& entity, const std::string& index) {
    const auto components = [](const std::optional<DraftKey>& key) {
      return key ? key->components() : std::vector<std::string>{};
    };
    if (index.empty()) return {components(entity.pk), components(entity.sk)};
    const DraftIndexEntry* entry = entity.find_index(index);
    if (entry == nullptr) return {};
    return {components(entry->pk), components(entry->sk)};
  }

  void bind(const Object& object, const DraftEntity& entity, DraftPattern& pattern) {
    bool has_entity = false;
    auto parameters = read_parameters(object, has_entity);
    if (pattern.op == "batch_put" && !has_entity && !parameters.empty())
      pattern.op = "batch_delete";
    if (pattern.op == "put" || pattern.op == "batch_put") return;
    const auto [pk, sk] = key_components(entity, pattern.using_index);
    take_range(object, parameters, pattern);
    const auto in_key = [&](const std::string& name) {
      return std::find(pk.begin(), pk.end(), name) != pk.end() ||
             std::find(sk.begin(), sk.end(), name) != sk.end();
    };
    for (const Parameter& parameter : parameters) {
      const bool is_field = entity.find_field(parameter.name) != nullptr;
      if (is_field && pattern.op == "patch" && !in_key(parameter.name)) {
        pattern.set.push_back(parameter.name);
      } else if (is_field) {
        pattern.by.push_back(parameter.name);
      } else {
        report_.add(Rule::undecided, parameter.span, pattern.comments,
                    "entity " + quoted(entity.name) + " has no field for the parameter " +
                        quoted(parameter.name),
                    "bind the field that is meant");
      }
    }
    bind_range_field(object, pattern, sk);
  }

  // The values of a range stand last among the parameters.
  void take_range(const Object& object, std::vector<Parameter>& parameters, DraftPattern& pattern) {
    const std::string condition = object.text("range_condition");
    if (condition.empty()) return;
    pattern.range_op = translate(ranges, condition);
    if (pattern.range_op.empty()) {
      report_.add(Rule::wrong_value, object.span_of("range_condition"),
                  quoted(condition) + " is no range condition, and was left out");
      return;
    }
    const std::size_t values = condition == "between" ? 2 : 1;
    parameters.resize(parameters.size() - std::min(values, parameters.size()));
  }

  void bind_range_field(const Object& object, DraftPattern& pattern,
                        const std::vector<std::string>& sk) {
    if (pattern.range_op.empty()) return;
    for (const std::string& field : sk) {
      if (std::find(pattern.by.begin(), pattern.by.end(), field) != pattern.by.end()) continue;
      pattern.range_field = field;
      return;
    }
    report_.add(Rule::undecided, object.span_of("range_condition"), pattern.comments,
                "the sort key has no field for the range " + quoted(pattern.range_op),
                "name it in `range`");
    pattern.range_op.clear();
  }

  void read_cross(const Node& node) {
    const Object object(report_, node, "a transaction", cross_keys);
    if (!object.is_object()) return;
    DraftPattern pattern;
    head(object, pattern);
    pattern.op = "transact";
    for (const Node& step : object.list("entities_involved")) read_step(step, pattern);
    draft_.patterns.push_back(std::move(pattern));
  }

  void read_step(const Node& node, DraftPattern& transaction) {
    const Object object(report_, node, "a step", involved_keys);
    if (!object.is_object()) return;
    DraftPattern step;
    step.span = node.span;
    step.entity = object.needed_text("entity");
    const std::string action = object.needed_text("action");
    step.op = translate(actions, action);
    const DraftEntity* entity = draft_.find_entity(step.entity);
    if (step.op.empty() || entity == nullptr) {
      report_.add(Rule::left_out, node.span, transaction.comments,
                  "the step " + quoted(action) + " of " + quoted(step.entity) + " was left out",
                  step.op.empty() ? "write a condition into the step that it guards"
                                  : "there is no such entity");
      return;
    }
    const std::string condition = object.text("condition");
    if (step.op == "put" && condition.starts_with("attribute_not_exists")) {
      step.op = "create";
    } else if (!condition.empty() && !condition.starts_with("attribute_exists")) {
      report_.add(
          Rule::undecided, object.span_of("condition"), transaction.comments,
          "the condition " + quoted(condition) + " of " + quoted(step.entity) + " was left out",
          "write it as `condition` of the step");
    }
    if (step.op != "put" && step.op != "create") {
      auto [by, sk] = key_components(*entity, {});
      by.insert(by.end(), sk.begin(), sk.end());
      step.by = std::move(by);
    }
    if (step.op == "patch") {
      report_.add(Rule::undecided, node.span, transaction.comments,
                  "which fields of " + quoted(step.entity) + " it changes is not said",
                  "name them in `set`");
    }
    transaction.steps.push_back(std::move(step));
  }

  Report& report_;
  Draft& draft_;
};

}  // namespace

void read_awslabs_schema(Report& report, const Node& root, Draft& draft) {
  SchemaReader(report, draft).run(root);
}

}  // namespace keywright::imports
