#include "imports/formats.hpp"
#include "imports/json.hpp"
#include "imports/names.hpp"
#include "imports/object.hpp"
#include "imports/samples.hpp"
#include "imports/table_parts.hpp"
#include "model/values.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::imports {
namespace {

using model::Node;

constexpr std::array root_keys{std::string_view{"ModelName"}, std::string_view{"ModelMetadata"},
                               std::string_view{"DataModel"}};
constexpr std::array table_keys{std::string_view{"TableName"},
                                std::string_view{"KeyAttributes"},
                                std::string_view{"NonKeyAttributes"},
                                std::string_view{"TableFacets"},
                                std::string_view{"GlobalSecondaryIndexes"},
                                std::string_view{"LocalSecondaryIndexes"},
                                std::string_view{"TableData"},
                                std::string_view{"DataAccess"},
                                std::string_view{"SampleDataFormats"},
                                std::string_view{"BillingMode"},
                                std::string_view{"ProvisionedCapacitySettings"}};
constexpr std::array keys_keys{std::string_view{"PartitionKey"}, std::string_view{"SortKey"}};
constexpr std::array facet_keys{std::string_view{"FacetName"},
                                std::string_view{"KeyAttributeAlias"},
                                std::string_view{"TableData"}, std::string_view{"NonKeyAttributes"},
                                std::string_view{"DataAccess"}};
constexpr std::array alias_keys{std::string_view{"PartitionKeyAlias"},
                                std::string_view{"SortKeyAlias"}};
constexpr std::array index_keys{std::string_view{"IndexName"}, std::string_view{"KeyAttributes"},
                                std::string_view{"Projection"},
                                std::string_view{"ProvisionedCapacitySettings"}};
constexpr std::array capacity_keys{std::string_view{"ProvisionedThroughput"},
                                   std::string_view{"AutoScalingRead"},
                                   std::string_view{"AutoScalingWrite"}};
constexpr std::array scaling_keys{std::string_view{"ScalableTargetRequest"},
                                  std::string_view{"ScalingPolicyConfiguration"}};
constexpr std::array target_keys{std::string_view{"MinCapacity"}, std::string_view{"MaxCapacity"},
                                 std::string_view{"ServiceRole"}};
constexpr std::array policy_keys{std::string_view{"TargetValue"}};

class WorkbenchReader {
 public:
  WorkbenchReader(Report& report, Draft& draft) : report_(report), draft_(draft) {}

  void run(const Node& root) {
    const Object object(report_, root, "the model", root_keys);
    draft_.name = object.text("ModelName");
    const auto& tables = object.list("DataModel");
    std::vector<const Node*> read;
    for (const Node& table : tables) {
      if (read_table(table)) read.push_back(&table);
    }
    for (std::size_t i = 0; i < read.size(); ++i) add_table_entities(*read[i], draft_.tables[i]);
    report_.add(Rule::undecided, root.span, "the file has no access patterns, and they come first",
                "write each read and write of the application under `access_patterns`");
  }

 private:
  DraftAttribute read_attribute(const Node* node) {
    if (node == nullptr) return {};
    const Object object(report_, *node, "an attribute", attribute_keys);
    const std::string type = object.text("AttributeType");
    return {object.needed_text("AttributeName"), type == "N" || type == "B" ? type.front() : 'S'};
  }

  bool read_table(const Node& node) {
    const Object object(report_, node, "a table", table_keys);
    if (!object.is_object()) return false;
    DraftTable table;
    table.span = node.span;
    table.name = object.needed_text("TableName");
    if (const Node* written = object.object("KeyAttributes")) {
      const Object keys(report_, *written, "`KeyAttributes`", keys_keys);
      table.partition = read_attribute(keys.object("PartitionKey"));
      if (const Node* sort = keys.object("SortKey")) table.sort = read_attribute(sort);
    }
    for (const Node& index : object.list("GlobalSecondaryIndexes", 100))
      read_index(index, false, table);
    for (const Node& index : object.list("LocalSecondaryIndexes", 100))
      read_index(index, true, table);
    read_capacity(object, table);
    return add_table(report_, std::move(table), draft_);
  }

  void read_index(const Node& node, bool local, DraftTable& table) {
    const Object object(report_, node, "an index", index_keys);
    if (!object.is_object()) return;
    DraftIndex index;
    index.span = node.span;
    index.name = object.needed_text("IndexName");
    index.local = local;
    if (const Node* written = object.object("KeyAttributes")) {
      const Object keys(report_, *written, "`KeyAttributes`", keys_keys);
      if (!local) index.partition = {read_attribute(keys.object("PartitionKey"))};
      if (const Node* sort = keys.object("SortKey")) index.sort = {read_attribute(sort)};
    }
    read_projection(report_, object, index);
    table.indexes.push_back(std::move(index));
  }

  void read_capacity(const Object& object, DraftTable& table) {
    table.provisioned = object.text("BillingMode") == "PROVISIONED";
    const Node* node = object.object("ProvisionedCapacitySettings");
    if (node == nullptr || !table.provisioned) return;
    const Object capacity(report_, *node, "`ProvisionedCapacitySettings`", capacity_keys);
    read_throughput(report_, capacity, table);
    table.read.most = read_scaling(capacity.object("AutoScalingRead"), table);
    table.write.most = read_scaling(capacity.object("AutoScalingWrite"), table);
  }

  std::optional<std::uint64_t> read_scaling(const Node* node, DraftTable& table) {
    if (node == nullptr) return std::nullopt;
    const Object scaling(report_, *node, "auto scaling", scaling_keys);
    if (const Node* policy = scaling.object("ScalingPolicyConfiguration")) {
      const auto target =
          Object(report_, *policy, "a scaling policy", policy_keys).count("TargetValue");
      if (target && *target >= 20 && *target <= 90) table.target = target;
    }
    const Node* target = scaling.object("ScalableTargetRequest");
    if (target == nullptr) return std::nullopt;
    return Object(report_, *target, "a scalable target", target_keys).count("MaxCapacity");
  }

  void add_table_entities(const Node& node, const DraftTable& table) {
    Report unheard;  // the keys of the table were reported when it was read
    const Object object(unheard, node, "a table", table_keys);
    std::vector<DraftField> known;
    for (const Node& attribute : object.list("NonKeyAttributes")) {
      const Object each(report_, attribute, "an attribute", attribute_keys);
      const std::string name = each.needed_text("AttributeName");
      if (!name.empty()) {
        known.push_back({name,
                         std::string(type_of_descriptor(each.text("AttributeType"))),
                         false,
                         {},
                         attribute.span});
      }
    }
    const auto items = samples_of(object, table.name);
    const auto& facets = object.list("TableFacets", 100);
    if (!items.empty() || facets.empty()) {
      add_entities(report_, table, items, known, draft_);
      if (!facets.empty()) {
        report_.add(Rule::taken_as, object.span_of("TableFacets"),
                    "entities were taken from the table's sample items, and facets were not read");
      }
      return;
    }
    for (const Node& facet : facets) read_facet(facet, table, known);
  }

  // Of a table, or of one of its facets.
  std::vector<const Node*> samples_of(const Object& object, const std::string& table) {
    std::vector<const Node*> items;
    for (const Node& item : object.list("TableData", most_json_values)) items.push_back(&item);
    return usable_samples(report_, draft_, table, items);
  }

  void read_facet(const Node& node, const DraftTable& table, const std::vector<DraftField>& known) {
    const Object object(report_, node, "a facet", facet_keys);
    if (!object.is_object()) return;
    const std::string name =
        model::pascal_case(identifier(object.needed_text("FacetName"), "Facet"));
    if (const auto items = samples_of(object, table.name); !items.empty()) {
      add_entity(report_, table, name, items, known, draft_);
      return;
    }
    DraftEntity entity;
    entity.span = node.span;
    entity.table = table.name;
    entity.name = name;
    for (const std::string& attribute : object.texts("NonKeyAttributes")) {
      const auto field = std::find_if(known.begin(), known.end(), [&](const DraftField& each) {
        return each.name == attribute;
      });
      entity.fields.push_back(field == known.end()
                                  ? DraftField{attribute, "json", false, "decide: type", node.span}
                                  : *field);
    }
    std::string pk_alias;
    std::string sk_alias;
    if (const Node* written = object.object("KeyAttributeAlias")) {
      const Object alias(report_, *written, "`KeyAttributeAlias`", alias_keys);
      pk_alias = alias.text("PartitionKeyAlias");
      sk_alias = alias.text("SortKeyAlias");
    }
    entity.pk = key_of_alias(pk_alias, table.partition, entity);
    if (table.sort) entity.sk = key_of_alias(sk_alias, *table.sort, entity);
    for (const DraftIndex& index : table.indexes) add_entry(index, entity);
    draft_.entities.push_back(std::move(entity));
  }

  // "ORDER#<order_id>", "ORDER#order_id", or a field's name: what the alias of a key attribute says
  // it holds. Else the key attribute is a field of its own.
  DraftKey key_of_alias(std::string_view alias, const DraftAttribute& attribute,
                        DraftEntity& entity) {
    std::string text;
    bool understood = alias.size() <= 500 && alias != attribute.name && !alias.empty();
    bool delimited = alias.find('#') != std::string_view::npos;
    std::string_view rest = alias;
    while (understood) {
      const std::size_t end = rest.find('#');
      std::string part(rest.substr(0, end));
      const bool marked = part.size() > 2 && ((part.front() == '<' && part.back() == '>') ||
                                              (part.front() == '{' && part.back() == '}'));
      if (marked) part = part.substr(1, part.size() - 2);
      const bool is_field = entity.find_field(part) != nullptr;
      const bool fixed = !marked && delimited && model::is_identifier(part);
      if (is_field) {
        text += "{" + part + "}";
      } else {
        understood = fixed || (!marked && is_upper(part));
        text += part;
      }
      if (end == std::string_view::npos) break;
      text += '#';
      rest.remove_prefix(end + 1);
    }
    if (understood) return {text, {}};
    if (entity.find_field(attribute.name) == nullptr) {
      entity.fields.insert(entity.fields.begin(),
                           {attribute.name,
                            std::string(type_of_descriptor(std::string_view(&attribute.type, 1))),
                            false,
                            {},
                            entity.span});
    }
    if (!alias.empty() && alias != attribute.name) {
      report_.add(Rule::undecided, entity.span, entity.comments,
                  quoted(attribute.name) + " is called " + quoted(alias) +
                      ", which is no attribute: what it is made of is not known",
                  "add its fields, and write the key as a template");
    }
    return {{}, {attribute.name}};
  }

  static bool is_upper(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
  }

  // Into the indexes whose key attributes are all among its fields.
  static void add_entry(const DraftIndex& index, DraftEntity& entity) {
    const auto half =
        [&entity](const std::vector<DraftAttribute>& attributes) -> std::optional<DraftKey> {
      DraftKey key;
      for (const DraftAttribute& attribute : attributes) {
        if (entity.find_field(attribute.name) == nullptr) return std::nullopt;
        key.fields.push_back(attribute.name);
      }
      return attributes.empty() ? std::nullopt : std::optional(std::move(key));
    };
    DraftIndexEntry entry{index.name, half(index.partition), half(index.sort), index.span};
    const bool all = (index.partition.empty() || entry.pk) && (index.sort.empty() || entry.sk);
    if (all) entity.indexes.push_back(std::move(entry));
  }

  Report& report_;
  Draft& draft_;
};

}  // namespace

void read_workbench(Report& report, const Node& root, Draft& draft) {
  WorkbenchReader(report, draft).run(root);
}

}  // namespace keywright::imports
