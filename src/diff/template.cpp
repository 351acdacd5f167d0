#include "diff/template.hpp"

#include "apply/words.hpp"
#include "diff/template_values.hpp"
#include "model/findings.hpp"
#include "model/tree.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

using model::Entry;
using model::Node;
using model::NodeKind;
using model::StructuralRule;

constexpr std::string_view table_type = "AWS::DynamoDB::Table";
constexpr std::string_view global_table_type = "AWS::DynamoDB::GlobalTable";

// Lambda functions and state machines stand in templates as text.
constexpr model::TreeForm template_form{"a template", 100, model::largest_file, true};

class TableReader {
 public:
  TableReader(const TemplateValues& values, const Entry& resource, bool is_global)
      : values_(values), resource_(resource), is_global_(is_global) {}

  std::optional<TableSide> read() {
    side_.label = resource_.key;
    properties_ = resource_.value.find("Properties");
    if (properties_ == nullptr) {
      values_.report(StructuralRule::missing_key, resource_.key_span,
                     fmt::format("table {} has no Properties", resource_.key),
                     "give it at least KeySchema and AttributeDefinitions");
      return std::nullopt;
    }
    if (const auto* name = find("TableName")) {
      side_.name = values_.text(*name, "TableName").value_or("");
    }
    definitions();
    if (!schema(properties_->value, side_.definition.key_schema, "table " + resource_.key)) {
      return std::nullopt;
    }
    const bool are_read =
        indexes("GlobalSecondaryIndexes", side_.definition.global_secondary_indexes) &&
        indexes("LocalSecondaryIndexes", side_.definition.local_secondary_indexes);
    if (!are_read || !have_types()) return std::nullopt;
    settings();
    return std::move(side_);
  }

 private:
  [[nodiscard]] const Entry* find(std::string_view name) const {
    return properties_->value.find(name);
  }
  // Of a global table, what each of its replicas says for itself: the first one's.
  [[nodiscard]] const Node* replica() const {
    const auto* replicas = find("Replicas");
    if (!is_global_ || replicas == nullptr || replicas->value.items.empty()) return nullptr;
    return &replicas->value.items.front();
  }
  [[nodiscard]] const Entry* find_in_replica(std::string_view name) const {
    if (!is_global_) return find(name);
    const auto* first = replica();
    return first == nullptr ? nullptr : first->find(name);
  }

  void definitions() {
    const auto* entry = find("AttributeDefinitions");
    if (entry == nullptr) return;
    for (const auto& item : entry->value.items) {
      const auto* name = item.find("AttributeName");
      const auto* type = item.find("AttributeType");
      if (name == nullptr || type == nullptr) continue;
      const auto attribute = values_.text(*name, "AttributeName");
      const auto letter = values_.text(*type, "AttributeType");
      if (!attribute || !letter) continue;
      if (*letter != "S" && *letter != "N" && *letter != "B") continue;  // have_types() tells
      side_.definition.attribute_definitions.push_back(
          {*attribute, *letter == "N"   ? AttributeType::number
                       : *letter == "B" ? AttributeType::binary
                                        : AttributeType::string});
    }
  }

  // A key of another type is another key.
  bool have_types() {
    const auto& definition = side_.definition;
    std::vector<std::string> names;
    const auto add = [&](const std::vector<KeySchemaElement>& schema) {
      for (const auto& element : schema) names.push_back(element.attribute_name);
    };
    add(definition.key_schema);
    for (const auto& index : definition.global_secondary_indexes) add(index.key_schema);
    for (const auto& index : definition.local_secondary_indexes) add(index.key_schema);
    for (const auto& name : names) {
      const auto& known = definition.attribute_definitions;
      const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& each) {
        return each.attribute_name == name;
      });
      if (is_known) continue;
      const auto* entry = find("AttributeDefinitions");
      values_.report(StructuralRule::missing_key,
                     entry == nullptr ? resource_.key_span : entry->key_span,
                     fmt::format("the type of {}, a key attribute of table {}, cannot be read",
                                 name, resource_.key),
                     "define it in AttributeDefinitions: {AttributeName: " + name +
                         ", AttributeType: S}, or N or B");
      return false;
    }
    return true;
  }

  // A key that is not known cannot be compared, and nothing else is worth it then.
  bool schema(const Node& of, std::vector<KeySchemaElement>& out, const std::string& what) {
    const auto* entry = of.find("KeySchema");
    if (entry == nullptr || entry->value.kind != NodeKind::list || entry->value.items.empty()) {
      values_.report(StructuralRule::missing_key, entry == nullptr ? of.span : entry->value.span,
                     fmt::format("{} has no KeySchema that can be read", what),
                     "write it as a list of AttributeName and KeyType");
      return false;
    }
    for (const auto& item : entry->value.items) {
      const auto* name = item.find("AttributeName");
      const auto* type = item.find("KeyType");
      const auto attribute = name == nullptr ? std::nullopt : values_.text(*name, "AttributeName");
      const auto word = type == nullptr ? std::nullopt : values_.text(*type, "KeyType");
      if (!attribute || !word || (*word != "HASH" && *word != "RANGE")) {
        values_.report(StructuralRule::wrong_type, item.span,
                       fmt::format("an element of the KeySchema of {} cannot be read", what),
                       "write {AttributeName: pk, KeyType: HASH} or RANGE");
        return false;
      }
      out.push_back({*attribute, *word == "HASH" ? KeyType::hash : KeyType::range});
    }
    return true;
  }

  template <class Index>
  bool indexes(std::string_view property, std::vector<Index>& out) {
    const auto* entry = find(property);
    if (entry == nullptr) return true;
    if (entry->value.kind != NodeKind::list) {
      values_.report(StructuralRule::wrong_type, entry->value.span,
                     fmt::format("the {} of {} are no list", property, resource_.key),
                     "write them as a list");
      return false;
    }
    for (const auto& item : entry->value.items) {
      const auto* name = item.find("IndexName");
      const auto index_name = name == nullptr ? std::nullopt : values_.text(*name, "IndexName");
      if (!index_name) {
        values_.report(
            StructuralRule::missing_key, item.span,
            fmt::format("an index of {} has no IndexName that can be read", resource_.key),
            "give it a name that is text");
        return false;
      }
      Index index;
      index.index_name = *index_name;
      if (!schema(item, index.key_schema, "index " + *index_name)) return false;
      index.projection = projection(item);
      out.push_back(std::move(index));
    }
    return true;
  }

  [[nodiscard]] Projection projection(const Node& index) const {
    Projection made;
    made.projection_type = ProjectionType::all;
    const auto* entry = index.find("Projection");
    const auto* type = entry == nullptr ? nullptr : entry->value.find("ProjectionType");
    const auto word = type == nullptr ? std::nullopt : values_.text(*type, "ProjectionType");
    if (word == "KEYS_ONLY") made.projection_type = ProjectionType::keys_only;
    if (word != "INCLUDE") return made;
    made.projection_type = ProjectionType::include;
    if (const auto* names = entry->value.find("NonKeyAttributes")) {
      for (const auto& name : names->value.items) made.non_key_attributes.push_back(name.text);
    }
    return made;
  }

  // Settings -----------------------------------------------------------------------------------

  // The text of a property within another one, `fallback` if either is not there, and nothing if it
  // is left to the deploy.
  std::optional<std::string> value(const Entry* property, std::string_view member,
                                   std::string fallback) {
    if (property == nullptr) return fallback;
    const auto* entry = member.empty() ? property : property->value.find(member);
    if (entry == nullptr) {
      // {Fn::If: ..} in the place of the whole.
      if (!member.empty() && TemplateValues::is_intrinsic(property->value)) {
        return unknown(property->key);
      }
      return fallback;
    }
    auto text = values_.text(*entry, entry->key);
    if (!text) return unknown(property->key);
    return text;
  }

  std::optional<bool> flag(const Entry* property, std::string_view member, bool fallback) {
    const auto text = value(property, member, fallback ? "true" : "false");
    if (!text) return std::nullopt;
    const auto flag = TemplateValues::flag(*text);
    if (!flag) {
      values_.report(StructuralRule::wrong_type, property->value.span,
                     fmt::format("`{}` must be true or false, found `{}`",
                                 member.empty() ? property->key : member, *text),
                     "write true or false");
    }
    return flag;
  }

  std::nullopt_t unknown(const std::string& property) {
    auto& names = side_.unknown;
    if (std::find(names.begin(), names.end(), property) == names.end()) names.push_back(property);
    return std::nullopt;
  }

  void settings() {
    billing();
    side_.at(Setting::table_class) = value(find_in_replica("TableClass"), "", "STANDARD");
    time_to_live();
    stream();
    encryption();
    recovery();
    protection();
    warm_throughput();
    construct();
    removal();
    insights();
  }

  // Of a Table that CDK has not written, nobody knows what it would be there.
  void construct() {
    if (is_global_) side_.at(Setting::construct) = "TableV2";
    if (!is_global_ && values_.is_of_cdk(resource_.value)) side_.at(Setting::construct) = "Table";
  }

  void billing() {
    const auto mode = value(find("BillingMode"), "", "PROVISIONED");
    if (!mode) return;
    const bool is_on_demand = *mode == "PAY_PER_REQUEST";
    side_.at(Setting::billing) = is_on_demand ? "on demand" : "provisioned";
    if (is_on_demand) {
      side_.at(Setting::capacity) = "";
      maximum();
      return;
    }
    side_.at(Setting::maximum) = "";
    capacity();
  }

  // Where it is scaled, the template knows the bounds and not what there is.
  void capacity() {
    if (values_.has_resource("AWS::ApplicationAutoScaling::ScalableTarget")) return;
    const auto* of_table = find("ProvisionedThroughput");
    const auto read =
        is_global_ ? fixed(find_in_replica("ReadProvisionedThroughputSettings"), "ReadCapacity")
                   : value(of_table, "ReadCapacityUnits", "");
    const auto write = is_global_
                           ? fixed(find("WriteProvisionedThroughputSettings"), "WriteCapacity")
                           : value(of_table, "WriteCapacityUnits", "");
    if (!read || !write) return;
    const auto reads = TemplateValues::number(*read);
    const auto writes = TemplateValues::number(*write);
    if (reads && writes) side_.at(Setting::capacity) = apply::throughput_text({*reads, *writes});
  }

  // Of a global table: units, or bounds of scaling that leave no choice.
  std::optional<std::string> fixed(const Entry* settings, const std::string& what) {
    if (settings == nullptr) return std::nullopt;
    const auto* scaling = settings->value.find(what + "AutoScalingSettings");
    if (scaling == nullptr) return value(settings, what + "Units", "");
    const auto least = value(scaling, "MinCapacity", "");
    const auto most = value(scaling, "MaxCapacity", "");
    return least == most ? least : std::nullopt;
  }

  void maximum() {
    OnDemandThroughput maximum;
    const auto* of_table = find("OnDemandThroughput");
    const auto* of_reads =
        is_global_ ? find_in_replica("ReadOnDemandThroughputSettings") : of_table;
    const auto* of_writes = is_global_ ? find("WriteOnDemandThroughputSettings") : of_table;
    const auto read = value(of_reads, "MaxReadRequestUnits", "-1");
    const auto write = value(of_writes, "MaxWriteRequestUnits", "-1");
    if (!read || !write) return;
    maximum.max_read_request_units = TemplateValues::number(*read);
    maximum.max_write_request_units = TemplateValues::number(*write);
    side_.at(Setting::maximum) = maximum_text(maximum);
  }

  void time_to_live() {
    const auto* entry = find("TimeToLiveSpecification");
    const auto enabled = flag(entry, "Enabled", entry != nullptr);
    const auto attribute = value(entry, "AttributeName", "");
    if (!enabled || !attribute) return;
    side_.at(Setting::time_to_live) = *enabled ? *attribute : "";
  }

  void stream() {
    side_.at(Setting::stream) = value(find("StreamSpecification"), "StreamViewType", "");
    // The replicas of a global table need one, whether a model speaks of it or not.
    const auto* replicas = find("Replicas");
    const bool has_replicas = replicas != nullptr && replicas->value.items.size() > 1;
    if (is_global_ && has_replicas) side_.at(Setting::stream) = std::nullopt;
  }

  void encryption() {
    const auto* entry = find("SSESpecification");
    const auto enabled = flag(entry, "SSEEnabled", false);
    if (!enabled) return;
    const auto* first = replica();
    const auto* of_replica = first == nullptr ? nullptr : first->find("SSESpecification");
    const bool has_key = (entry != nullptr && entry->value.find("KMSMasterKeyId") != nullptr) ||
                         of_replica != nullptr;
    side_.at(Setting::encryption) = !*enabled ? "aws_owned"
                                    : has_key ? "customer_managed"
                                              : "aws_managed";
  }

  void recovery() {
    const auto* entry = find_in_replica("PointInTimeRecoverySpecification");
    const auto enabled = flag(entry, "PointInTimeRecoveryEnabled", false);
    const auto days = value(entry, "RecoveryPeriodInDays", "35");
    if (!enabled || !days) return;
    side_.at(Setting::recovery) = *enabled ? *days + " days" : "";
  }

  void protection() {
    const auto enabled = flag(find_in_replica("DeletionProtectionEnabled"), "", false);
    if (enabled) side_.at(Setting::protection) = *enabled ? "on" : "";
  }

  void warm_throughput() {
    const auto* entry = find("WarmThroughput");
    const auto read = value(entry, "ReadUnitsPerSecond", "-1");
    const auto write = value(entry, "WriteUnitsPerSecond", "-1");
    if (!read || !write) return;
    WarmThroughput warm;
    warm.read_units_per_second = TemplateValues::number(*read);
    warm.write_units_per_second = TemplateValues::number(*write);
    side_.at(Setting::warm_throughput) = warm_text(warm);
    side_.definition.warm_throughput = warm;
  }

  // Empty: none.
  std::optional<std::string> insights_of(const Entry* entry) {
    const auto enabled = flag(entry, "Enabled", false);
    auto mode = value(entry, "Mode", "ACCESSED_AND_THROTTLED_KEYS");
    if (!enabled || !mode) return std::nullopt;
    if (!*enabled) return std::string();
    return TemplateValues::lower_case(std::move(*mode));
  }

  // Indexes have their own, and a model says one thing for all of them.
  void insights() {
    constexpr std::string_view property = "ContributorInsightsSpecification";
    auto text = insights_of(find_in_replica(property));
    const auto* indexes = find_in_replica("GlobalSecondaryIndexes");
    if (!text || indexes == nullptr) {
      side_.at(Setting::insights) = std::move(text);
      return;
    }
    const auto of_table = *text;
    for (const auto& index : indexes->value.items) {
      const auto* name = index.find("IndexName");
      const auto of_index = insights_of(index.find(property));
      if (!of_index || name == nullptr) return;
      if (*of_index == of_table) continue;
      *text += fmt::format("{}{} on index {}", text->empty() ? "" : ", ",
                           of_index->empty() ? "none" : *of_index, name->value.text);
    }
    side_.at(Setting::insights) = std::move(text);
  }

  void removal() {
    const auto* entry = resource_.value.find("DeletionPolicy");
    const auto policy = entry == nullptr ? std::optional<std::string>("Delete")
                                         : values_.text(*entry, "DeletionPolicy");
    if (!policy) return;
    side_.at(Setting::removal) = *policy == "Delete"     ? "destroy"
                                 : *policy == "Snapshot" ? "snapshot"
                                                         : "retain";
  }

  const TemplateValues& values_;
  const Entry& resource_;
  const bool is_global_;
  const Entry* properties_ = nullptr;
  TableSide side_;
};

std::optional<std::vector<TableSide>> read_tables(const Node& root, model::Findings& findings) {
  const auto* resources = root.find("Resources");
  if (resources == nullptr || resources->value.kind != NodeKind::map) {
    findings.add(StructuralRule::missing_key, root.span, "the template has no Resources",
                 "give the template that `cdk synth` writes: cdk.out/NAME.template.json");
    return std::nullopt;
  }
  const TemplateValues values(root, findings);
  std::vector<TableSide> tables;
  for (const auto& resource : resources->value.entries) {
    const auto* type = resource.value.find("Type");
    if (type == nullptr) continue;
    const bool is_global = type->value.text == global_table_type;
    if (!is_global && type->value.text != table_type) continue;
    if (auto table = TableReader(values, resource, is_global).read()) {
      tables.push_back(std::move(*table));
    }
  }
  if (!findings.empty()) return std::nullopt;
  if (tables.empty()) {
    findings.add(StructuralRule::missing_key, resources->key_span,
                 "no resource of the template is a table of DynamoDB",
                 fmt::format("give the template of the stack with a resource of type {} or {}",
                             table_type, global_table_type));
    return std::nullopt;
  }
  return tables;
}

}  // namespace

bool looks_like_template(const std::string& text) {
  const model::SourceFile source("", text);
  model::Findings findings(source);
  const auto root = model::parse_tree(source, findings, template_form);
  if (!root || root->find("keywright") != nullptr) return false;
  return root->find("Resources") != nullptr || root->find("AWSTemplateFormatVersion") != nullptr;
}

TemplateResult read_template(std::string text, std::string file_name) {
  TemplateResult result;
  result.source = model::SourceFile(std::move(file_name), std::move(text));
  model::Findings findings(result.source);
  const auto root = model::parse_tree(result.source, findings, template_form);
  if (root && findings.empty()) result.tables = read_tables(*root, findings);
  result.unreadable = findings.unreadable();
  result.diagnostics = std::move(findings).take();
  return result;
}

}  // namespace keywright::diff
