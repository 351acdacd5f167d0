#include "api/enum_names.hpp"
#include "generate/code_writer.hpp"
#include "infrastructure/alarms.hpp"
#include "infrastructure/infrastructure.hpp"
#include "infrastructure/stack_table.hpp"
#include "model/json_string.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

// One class, a `Stack` with a property per table. Only what the model says is set; what it is
// silent about is CDK's own default, but for billing, whose default differs between the two
// constructs.

namespace keywright::infrastructure {
namespace {

using generate::CodeWriter;

// In single quotes, and otherwise as in JSON, which is a part of JavaScript.
std::string text_literal(std::string_view text) {
  std::string json;
  model::append_json_string(json, text);
  std::string out = "'";
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] == '\'') out += '\\';
    if (json[i] == '\\' && json[i + 1] == '"') continue;
    out += json[i];
    if (json[i] == '\\') out += json[++i];  // what it escapes
  }
  return out + "'";
}

std::string lower_first(std::string text) {
  if (text.front() >= 'A' && text.front() <= 'Z')
    text.front() = static_cast<char>(text.front() + 32);
  return text;
}

std::string enumerator(const char* type, std::string_view name) {
  return std::string("dynamodb.") + type + "." + std::string(name);
}

class Emitter {
 public:
  Emitter(const model::Model& model, std::vector<StackTable> tables)
      : model_(model), tables_(std::move(tables)) {}

  [[nodiscard]] std::string emit() {
    head();
    out_.line("export class " + stack_name() + " extends Stack {");
    out_.indent();
    for (const auto& table : tables_) {
      out_.line("readonly " + property(table) + ": dynamodb." + construct(table) + ";");
    }
    if (has_alarms()) {
      out_.line(
          "/** What they tell, and whom: `for (const alarm of stack.alarms) "
          "alarm.addAlarmAction(..)`. */");
      out_.line("readonly alarms: cloudwatch.Alarm[] = [];");
    }
    out_.line();
    out_.line(needs_region()
                  ? "constructor(scope: Construct, id: string, props: " + stack_name() + "Props) {"
                  : "constructor(scope: Construct, id: string, props?: StackProps) {");
    out_.indent();
    out_.line("super(scope, id, props);");
    for (const auto& table : tables_) {
      out_.line();
      emit_table(table);
      emit_alarms(table);
    }
    close("}");
    if (has_alarms()) emit_alarm_maker();
    close("}");
    return out_.text();
  }

 private:
  [[nodiscard]] std::string stack_name() const {
    auto name = model::pascal_case(*model_.name);
    if (name.front() >= '0' && name.front() <= '9') name = "Model" + name;
    return name + "Stack";
  }
  static bool is_v2(const StackTable& table) {
    return table.construct == model::CdkConstruct::table_v2;
  }
  static std::string construct(const StackTable& table) {
    return is_v2(table) ? "TableV2" : "Table";
  }
  static std::string property(const StackTable& table) { return lower_first(table.id); }

  [[nodiscard]] bool has_key() const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [](const auto& each) { return each.table.wants_customer_key; });
  }
  [[nodiscard]] bool has_alarms() const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [](const auto& each) { return each.has_alarms; });
  }
  // A TableV2 names the region of its key.
  [[nodiscard]] bool needs_region() const {
    return std::any_of(tables_.begin(), tables_.end(), [](const auto& each) {
      return is_v2(each) && each.table.wants_customer_key;
    });
  }

  void head() {
    out_.comment(origin(model_));
    out_.line("import { " + std::string(has_alarms() ? "Duration, " : "") +
              (needs_region() ? "type Environment, " : "") +
              "RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';");
    if (has_alarms()) out_.line("import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';");
    out_.line("import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';");
    if (has_key()) out_.line("import * as kms from 'aws-cdk-lib/aws-kms';");
    out_.line("import type { Construct } from 'constructs';");
    out_.line();
    if (needs_region()) {
      out_.line("export interface " + stack_name() + "Props extends StackProps {");
      out_.line("  /** A TableV2 with a key of yours has to know its region. */");
      out_.line("  readonly env: Environment & { readonly region: string };");
      out_.line("}");
      out_.line();
    }
    out_.line("/** The " + std::string(tables_.size() == 1 ? "table" : "tables") +
              " of the model `" + *model_.name + "`. */");
  }

  void open(const std::string& text) {
    out_.line(text);
    out_.indent();
  }
  void close(const char* text) {
    out_.outdent();
    out_.line(text);
  }

  void emit_table(const StackTable& table) {
    if (table.table.wants_customer_key) emit_key(table);
    open("this." + property(table) + " = new dynamodb." + construct(table) + "(this, " +
         text_literal(table.id) + ", {");
    const auto& definition = table.definition();
    out_.line("tableName: " + text_literal(definition.table_name) + ",");
    keys(definition, definition.key_schema);
    if (is_v2(table)) {
      indexes_v2(definition);
      billing_v2(table);
    } else {
      billing(definition);
    }
    settings(table);
    close("});");
    if (is_v2(table)) return;
    indexes(table);
    scale(table);
  }

  // Alarms ---------------------------------------------------------------------------------------

  void emit_alarms(const StackTable& table) {
    const auto alarms = alarms_of(table, alarm_ids_);
    if (!alarms.empty()) out_.line();
    for (const auto& alarm : alarms) {
      const auto head = "this.alarm(" + text_literal(alarm.id) + ", " +
                        text_literal(alarm.description) + fmt::format(", {}, ", alarm.threshold);
      if (alarm.metric == system_errors) {
        sum_of_errors(table, head);
      } else {
        const auto dimensions =
            alarm.index.empty() ? std::string()
                                : "{ GlobalSecondaryIndexName: " + text_literal(alarm.index) + " }";
        out_.line(head + sum(table, alarm.metric, dimensions) + ");");
      }
    }
  }

  // `dimensions` are those beside the table's name: "{ Operation: 'Query' }".
  static std::string sum(const StackTable& table, std::string_view metric,
                         const std::string& dimensions) {
    return "this.sum(this." + property(table) + ", " + text_literal(metric) +
           (dimensions.empty() ? "" : ", " + dimensions) + ")";
  }

  void sum_of_errors(const StackTable& table, const std::string& head) {
    std::vector<std::string> operations;
    for (const auto operation : alarmed_operations) operations.push_back(text_literal(operation));
    open(head + "new cloudwatch.MathExpression({");
    out_.line("expression: " + text_literal(error_sum) + ",");
    out_.line("label: " + text_literal(system_errors) + ",");
    out_.line("period: Duration.minutes(1),");
    open("usingMetrics: Object.fromEntries([");
    out_.line(generate::join(operations, ", ") + ",");
    out_.outdent();
    out_.line("].map((Operation, i) => [`m${i}`, " + sum(table, system_errors, "{ Operation }") +
              "])),");
    close("}));");
  }

  void emit_alarm_maker() {
    out_.line();
    out_.line("/** What DynamoDB counts of a table, every minute. */");
    open(
        "private sum(table: dynamodb.ITable | dynamodb.ITableV2, name: string, dimensions: "
        "Record<string, string> = {}): cloudwatch.Metric {");
    open("return table.metric(name, {");
    out_.line("statistic: 'Sum',");
    out_.line("period: Duration.minutes(1),");
    out_.line("dimensionsMap: { TableName: table.tableName, ...dimensions },");
    close("});");
    close("}");
    out_.line();
    open(
        "private alarm(id: string, alarmDescription: string, threshold: number, metric: "
        "cloudwatch.IMetric): void {");
    open("this.alarms.push(new cloudwatch.Alarm(this, id, {");
    out_.line("alarmDescription,");
    out_.line("metric,");
    out_.line("threshold,");
    out_.line("comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,");
    out_.line(fmt::format("evaluationPeriods: {},", alarm_minutes));
    out_.line("treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,");
    close("}));");
    close("}");
  }

  static std::string key_variable(const StackTable& table) { return property(table) + "Key"; }
  static std::string removal(const StackTable& table) {
    return table.removal == model::RemovalPolicy::destroy ? "RemovalPolicy.DESTROY"
                                                          : "RemovalPolicy.RETAIN";
  }

  void emit_key(const StackTable& table) {
    open("const " + key_variable(table) + " = new kms.Key(this, " + text_literal(table.id + "Key") +
         ", {");
    out_.line("description: " + text_literal("Encrypts " + table.definition().table_name) + ",");
    out_.line("enableKeyRotation: true,");
    out_.line("removalPolicy: " + removal(table) + ",");
    close("});");
  }

  // Keys -----------------------------------------------------------------------------------------

  static std::string attribute(const CreateTableRequest& definition, const std::string& name) {
    const auto found = std::find_if(definition.attribute_definitions.begin(),
                                    definition.attribute_definitions.end(),
                                    [&](const auto& each) { return each.attribute_name == name; });
    const auto* type = found->attribute_type == AttributeType::number   ? "NUMBER"
                       : found->attribute_type == AttributeType::binary ? "BINARY"
                                                                        : "STRING";
    return "{ name: " + text_literal(name) + ", type: dynamodb.AttributeType." + type + " }";
  }

  void key(const CreateTableRequest& definition, const std::vector<KeySchemaElement>& schema,
           KeyType key_type, const std::string& name) {
    std::vector<std::string> attributes;
    for (const auto& element : schema) {
      if (element.key_type == key_type) {
        attributes.push_back(attribute(definition, element.attribute_name));
      }
    }
    if (attributes.empty()) return;
    if (attributes.size() == 1) {
      out_.line(name + ": " + attributes.front() + ",");
      return;
    }
    open(name + "s: [");
    for (const auto& each : attributes) out_.line(each + ",");
    close("],");
  }
  void keys(const CreateTableRequest& definition, const std::vector<KeySchemaElement>& schema) {
    key(definition, schema, KeyType::hash, "partitionKey");
    key(definition, schema, KeyType::range, "sortKey");
  }

  void projection(const Projection& projection) {
    if (projection.projection_type == ProjectionType::all) return;  // CDK's default
    const bool keys_only = projection.projection_type == ProjectionType::keys_only;
    out_.line("projectionType: " +
              enumerator("ProjectionType", keys_only ? "KEYS_ONLY" : "INCLUDE") + ",");
    if (projection.non_key_attributes.empty()) return;
    std::vector<std::string> names;
    for (const auto& name : projection.non_key_attributes) names.push_back(text_literal(name));
    out_.line("nonKeyAttributes: [" + generate::join(names, ", ") + "],");
  }

  void global_index(const CreateTableRequest& definition, const GlobalSecondaryIndex& index) {
    out_.line("indexName: " + text_literal(index.index_name) + ",");
    keys(definition, index.key_schema);
    projection(index.projection);
  }
  void local_index(const CreateTableRequest& definition, const LocalSecondaryIndex& index) {
    out_.line("indexName: " + text_literal(index.index_name) + ",");
    key(definition, index.key_schema, KeyType::range, "sortKey");
    projection(index.projection);
  }

  void indexes(const StackTable& table) {
    const auto& definition = table.definition();
    for (const auto& index : definition.global_secondary_indexes) {
      open("this." + property(table) + ".addGlobalSecondaryIndex({");
      global_index(definition, index);
      if (index.provisioned_throughput) units(*index.provisioned_throughput);
      insights(table);
      close("});");
    }
    for (const auto& index : definition.local_secondary_indexes) {
      open("this." + property(table) + ".addLocalSecondaryIndex({");
      local_index(definition, index);
      close("});");
    }
  }

  void indexes_v2(const CreateTableRequest& definition) {
    const auto list = [&](const char* name, const auto& indexes, auto write) {
      if (indexes.empty()) return;
      open(std::string(name) + ": [");
      for (const auto& index : indexes) {
        open("{");
        (this->*write)(definition, index);
        close("},");
      }
      close("],");
    };
    list("globalSecondaryIndexes", definition.global_secondary_indexes, &Emitter::global_index);
    list("localSecondaryIndexes", definition.local_secondary_indexes, &Emitter::local_index);
  }

  // Capacity -------------------------------------------------------------------------------------

  void units(const ProvisionedThroughput& units) {
    out_.line(fmt::format("readCapacity: {},", units.read_capacity_units));
    out_.line(fmt::format("writeCapacity: {},", units.write_capacity_units));
  }

  static std::vector<std::string> most(const CreateTableRequest& definition) {
    std::vector<std::string> members;
    const auto& most = definition.on_demand_throughput;
    if (most && most->max_read_request_units) {
      members.push_back(fmt::format("maxReadRequestUnits: {}", *most->max_read_request_units));
    }
    if (most && most->max_write_request_units) {
      members.push_back(fmt::format("maxWriteRequestUnits: {}", *most->max_write_request_units));
    }
    return members;
  }

  void billing(const CreateTableRequest& definition) {
    const bool is_provisioned = definition.billing_mode == BillingMode::provisioned;
    out_.line("billingMode: " +
              enumerator("BillingMode", is_provisioned ? "PROVISIONED" : "PAY_PER_REQUEST") + ",");
    if (is_provisioned) units(*definition.provisioned_throughput);
    for (const auto& member : most(definition)) out_.line(member + ",");
  }

  void autoscaled(const char* name, const Scaling& scaling) {
    open(std::string(name) + ": dynamodb.Capacity.autoscaled({");
    out_.line(fmt::format("minCapacity: {},", scaling.min));
    out_.line(fmt::format("maxCapacity: {},", scaling.max));
    out_.line(fmt::format("targetUtilizationPercent: {},", scaling.target));
    close("}),");
  }

  void billing_v2(const StackTable& table) {
    const auto& definition = table.definition();
    if (definition.billing_mode == BillingMode::pay_per_request) {
      const auto members = most(definition);
      out_.line("billing: dynamodb.Billing.onDemand(" +
                (members.empty() ? "" : "{ " + generate::join(members, ", ") + " }") + "),");
      return;
    }
    const auto& units = *definition.provisioned_throughput;
    open("billing: dynamodb.Billing.provisioned({");
    if (const auto read = read_scaling(table.table)) {
      autoscaled("readCapacity", *read);
    } else {
      out_.line(
          fmt::format("readCapacity: dynamodb.Capacity.fixed({}),", units.read_capacity_units));
    }
    if (const auto write = write_scaling(table.table)) {
      autoscaled("writeCapacity", *write);
    } else {
      out_.comment("A TableV2 has no fixed write capacity: this one scales from it to itself.");
      out_.line(fmt::format(
          "writeCapacity: dynamodb.Capacity.autoscaled({{ minCapacity: {0}, maxCapacity: {0} }}),",
          units.write_capacity_units));
    }
    close("}),");
  }

  void scale(const StackTable& table) {
    const auto scale = [&](const Scaling& scaling, const std::string& what,
                           const std::string& index) {
      open(fmt::format("this.{}.autoScale{}{}Capacity({}{{", property(table), what,
                       scaling.dimension, index));
      out_.line(fmt::format("minCapacity: {},", scaling.min));
      out_.line(fmt::format("maxCapacity: {},", scaling.max));
      close(
          fmt::format("}}).scaleOnUtilization({{ targetUtilizationPercent: {} }});", scaling.target)
              .c_str());
    };
    for (const auto& scaling : {read_scaling(table.table), write_scaling(table.table)}) {
      if (!scaling) continue;
      scale(*scaling, "", "");
      for (const auto& index : table.definition().global_secondary_indexes) {
        scale(*scaling, "GlobalSecondaryIndex", text_literal(index.index_name) + ", ");
      }
    }
  }

  // Settings -------------------------------------------------------------------------------------

  void warm(const CreateTableRequest& definition) {
    if (!definition.warm_throughput) return;
    std::vector<std::string> members;
    const auto& warm = *definition.warm_throughput;
    if (warm.read_units_per_second) {
      members.push_back(fmt::format("readUnitsPerSecond: {}", *warm.read_units_per_second));
    }
    if (warm.write_units_per_second) {
      members.push_back(fmt::format("writeUnitsPerSecond: {}", *warm.write_units_per_second));
    }
    out_.line("warmThroughput: { " + generate::join(members, ", ") + " },");
  }

  void encryption(const StackTable& table) {
    const bool is_customers = table.table.wants_customer_key;
    if (!is_customers && !table.definition().sse_specification) return;
    if (is_v2(table)) {
      out_.line("encryption: dynamodb.TableEncryptionV2." +
                (is_customers ? "customerManagedKey(" + key_variable(table) + ")"
                              : std::string("awsManagedKey()")) +
                ",");
      return;
    }
    out_.line("encryption: " +
              enumerator("TableEncryption", is_customers ? "CUSTOMER_MANAGED" : "AWS_MANAGED") +
              ",");
    if (is_customers) out_.line("encryptionKey: " + key_variable(table) + ",");
  }

  // Global indexes of a TableV2 have what the table has.
  void insights(const StackTable& table) {
    if (table.insights_mode.empty()) return;
    open("contributorInsightsSpecification: {");
    out_.line("enabled: true,");
    out_.line("mode: " + enumerator("ContributorInsightsMode", table.insights_mode) + ",");
    close("},");
  }

  void settings(const StackTable& table) {
    const auto& definition = table.definition();
    warm(definition);
    if (definition.table_class == TableClass::standard_infrequent_access) {
      out_.line("tableClass: " + enumerator("TableClass", "STANDARD_INFREQUENT_ACCESS") + ",");
    }
    if (table.table.ttl_attribute) {
      out_.line("timeToLiveAttribute: " + text_literal(*table.table.ttl_attribute) + ",");
    }
    if (definition.stream_specification) {
      out_.line(std::string(is_v2(table) ? "dynamoStream: " : "stream: ") +
                enumerator("StreamViewType",
                           api::name(*definition.stream_specification->stream_view_type)) +
                ",");
    }
    encryption(table);
    if (table.table.recovery_days) {
      open("pointInTimeRecoverySpecification: {");
      out_.line("pointInTimeRecoveryEnabled: true,");
      out_.line(fmt::format("recoveryPeriodInDays: {},", *table.table.recovery_days));
      close("},");
    }
    insights(table);
    out_.line(std::string("deletionProtection: ") +
              (definition.deletion_protection_enabled ? "true" : "false") + ",");
    out_.line("removalPolicy: " + removal(table) + ",");
  }

  const model::Model& model_;
  std::vector<StackTable> tables_;
  UniqueIds alarm_ids_;
  CodeWriter out_;
};

}  // namespace

Output generate_cdk(const model::Model& model, const plan::Plan& plan) {
  Output output;
  output.diagnostics = stack_refusals(model);
  if (!output.diagnostics.empty()) return output;
  output.files.push_back({*model.name + "-stack.ts",
                          Emitter(model, stack_tables(model, plan)).emit(), generate::Part::cdk});
  return output;
}

}  // namespace keywright::infrastructure
