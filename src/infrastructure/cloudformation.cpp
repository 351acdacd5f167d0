#include "api/enum_names.hpp"
#include "infrastructure/alarms.hpp"
#include "infrastructure/infrastructure.hpp"
#include "infrastructure/node.hpp"
#include "infrastructure/stack_table.hpp"
#include "infrastructure/table_members.hpp"
#include "model/word_case.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace keywright::infrastructure {
namespace {

Node reference(const std::string& id) {
  return Node::object({{"Ref", id}});
}
Node attribute_of(const std::string& id, const char* attribute) {
  return Node::object({{"Fn::GetAtt", Node::list({id, attribute})}});
}
Node substituted(const std::string& text) {
  return Node::object({{"Fn::Sub", text}});
}

class Template {
 public:
  explicit Template(const model::Model& model) : model_(model) {}

  void add(const StackTable& table) {
    if (table.table.wants_customer_key) add_key(table);
    add_resource(table, table.id, "AWS::DynamoDB::Table", properties_of(table), true);
    add_scaling(table);
    for (const auto& alarm : alarms_of(table, ids_)) add_alarm(table, alarm);
    outputs_.add(table.id + "Name", Node::object({{"Value", reference(table.id)}}));
    outputs_.add(table.id + "Arn", Node::object({{"Value", attribute_of(table.id, "Arn")}}));
    if (table.definition().stream_specification) {
      outputs_.add(table.id + "StreamArn",
                   Node::object({{"Value", attribute_of(table.id, "StreamArn")}}));
    }
  }

  [[nodiscard]] Node document() && {
    auto document =
        Node::object({{"AWSTemplateFormatVersion", "2010-09-09"},
                      {"Description", std::string(model_.tables.size() == 1 ? "Table" : "Tables") +
                                          " of the model " + *model_.name}});
    if (has_alarms_) add_topic(document);
    return document.add("Resources", std::move(resources_)).add("Outputs", std::move(outputs_));
  }

 private:
  void add_resource(const StackTable& table, const std::string& id, const char* type,
                    Node properties, bool may_stay) {
    auto resource = Node::object({{"Type", type}});
    if (may_stay) {
      const auto* policy = table.removal == model::RemovalPolicy::destroy ? "Delete" : "Retain";
      resource.add("DeletionPolicy", policy).add("UpdateReplacePolicy", policy);
    }
    resource.add("Properties", std::move(properties));
    resources_.add(id, std::move(resource));
  }

  static std::string key_id(const StackTable& table) { return table.id + "Key"; }

  void add_key(const StackTable& table) {
    auto statement = Node::object({
        {"Effect", "Allow"},
        {"Principal",
         Node::object({{"AWS", substituted("arn:${AWS::Partition}:iam::${AWS::AccountId}:root")}})},
        {"Action", "kms:*"},
        {"Resource", "*"},
    });
    auto policy = Node::object(
        {{"Version", "2012-10-17"}, {"Statement", Node::list({std::move(statement)})}});
    add_resource(table, key_id(table), "AWS::KMS::Key",
                 Node::object({{"Description", "Encrypts " + table.definition().table_name},
                               {"EnableKeyRotation", Node::boolean(true)},
                               {"KeyPolicy", std::move(policy)}}),
                 true);
  }

  static Node properties_of(const StackTable& table) {
    auto out = table_members(table.definition(), table.insights_mode);
    add_settings(table, out);
    return out;
  }

  static void add_settings(const StackTable& table, Node& out) {
    const auto& definition = table.definition();
    if (table.table.ttl_attribute) {
      out.add("TimeToLiveSpecification",
              Node::object({{"AttributeName", *table.table.ttl_attribute},
                            {"Enabled", Node::boolean(true)}}));
    }
    if (definition.stream_specification) {
      out.add("StreamSpecification",
              Node::object({{"StreamViewType",
                             api::name(*definition.stream_specification->stream_view_type)}}));
    }
    if (table.table.wants_customer_key || definition.sse_specification) {
      auto encryption = Node::object({{"SSEEnabled", Node::boolean(true)}, {"SSEType", "KMS"}});
      if (table.table.wants_customer_key) {
        encryption.add("KMSMasterKeyId", attribute_of(key_id(table), "Arn"));
      }
      out.add("SSESpecification", std::move(encryption));
    }
    if (table.table.recovery_days) {
      out.add("PointInTimeRecoverySpecification",
              Node::object({{"PointInTimeRecoveryEnabled", Node::boolean(true)},
                            {"RecoveryPeriodInDays",
                             Node::number(std::int64_t{*table.table.recovery_days})}}));
    }
  }

  void add_scaling(const StackTable& table) {
    for (const auto& scaling : {read_scaling(table.table), write_scaling(table.table)}) {
      if (!scaling) continue;
      add_target(table, *scaling, "table", "", "");
      for (const auto& index : table.definition().global_secondary_indexes) {
        add_target(table, *scaling, "index", "/index/" + index.index_name, index.index_name);
      }
    }
  }

  // What is scaled, and by which policy.
  void add_target(const StackTable& table, const Scaling& scaling, const std::string& what,
                  const std::string& path, const std::string& index) {
    const std::string dimension(scaling.dimension);
    const auto id = ids_.unique(table.id + model::pascal_case(index) + dimension);
    const auto capacity = "dynamodb:" + what + ":" + dimension + "CapacityUnits";
    add_resource(table, id + "Target", "AWS::ApplicationAutoScaling::ScalableTarget",
                 Node::object({{"ServiceNamespace", "dynamodb"},
                               {"ResourceId", substituted("table/${" + table.id + "}" + path)},
                               {"ScalableDimension", capacity},
                               {"MinCapacity", Node::number(scaling.min)},
                               {"MaxCapacity", Node::number(scaling.max)},
                               {"RoleARN", substituted(std::string(kScalingRole))}}),
                 false);
    auto tracking = Node::object(
        {{"PredefinedMetricSpecification",
          Node::object({{"PredefinedMetricType", "DynamoDB" + dimension + "CapacityUtilization"}})},
         {"TargetValue", Node::number(scaling.target)}});
    add_resource(table, id + "Policy", "AWS::ApplicationAutoScaling::ScalingPolicy",
                 Node::object({{"PolicyName", id},
                               {"PolicyType", "TargetTrackingScaling"},
                               {"ScalingTargetId", reference(id + "Target")},
                               {"TargetTrackingScalingPolicyConfiguration", std::move(tracking)}}),
                 false);
  }

  // Whom alarms tell is known where the stack is deployed.
  static void add_topic(Node& document) {
    document.add("Parameters",
                 Node::object({{"AlarmTopicArn",
                                Node::object({{"Type", "String"},
                                              {"Default", "none"},
                                              {"Description",
                                               "ARN of the SNS topic that alarms are sent to; "
                                               "none: they are shown only"}})}}));
    auto is_none = Node::object({{"Fn::Equals", Node::list({reference("AlarmTopicArn"), "none"})}});
    document.add("Conditions",
                 Node::object({{"HasAlarmTopic",
                                Node::object({{"Fn::Not", Node::list({std::move(is_none)})}})}}));
  }

  static Node metric_of(const StackTable& table, std::string_view name, std::string_view dimension,
                        std::string_view value) {
    auto dimensions =
        Node::list({Node::object({{"Name", "TableName"}, {"Value", reference(table.id)}})});
    if (!value.empty()) {
      dimensions.append(Node::object({{"Name", dimension}, {"Value", value}}));
    }
    return Node::object({{"Namespace", "AWS/DynamoDB"},
                         {"MetricName", name},
                         {"Dimensions", std::move(dimensions)}});
  }

  static Node sum_of_errors(const StackTable& table) {
    auto metrics = Node::list({Node::object({{"Id", "errors"},
                                             {"Label", system_errors},
                                             {"Expression", error_sum},
                                             {"Period", Node::number(std::int64_t{60})},
                                             {"ReturnData", Node::boolean(true)}})});
    for (std::size_t i = 0; i < alarmed_operations.size(); ++i) {
      auto stat = Node::object(
          {{"Metric", metric_of(table, system_errors, "Operation", alarmed_operations[i])},
           {"Period", Node::number(std::int64_t{60})},
           {"Stat", "Sum"}});
      metrics.append(Node::object({{"Id", "m" + std::to_string(i)},
                                   {"MetricStat", std::move(stat)},
                                   {"ReturnData", Node::boolean(false)}}));
    }
    return metrics;
  }

  void add_alarm(const StackTable& table, const Alarm& alarm) {
    has_alarms_ = true;
    auto properties = Node::object({{"AlarmDescription", alarm.description}});
    if (alarm.metric == system_errors) {
      properties.add("Metrics", sum_of_errors(table));
    } else {
      auto metric = metric_of(table, alarm.metric, "GlobalSecondaryIndexName", alarm.index);
      for (const auto& member : *metric.as_object()) properties.add(member.name, member.value);
      properties.add("Statistic", "Sum").add("Period", Node::number(std::int64_t{60}));
    }
    auto topic = Node::object({{"Fn::If", Node::list({"HasAlarmTopic", reference("AlarmTopicArn"),
                                                      reference("AWS::NoValue")})}});
    properties.add("Threshold", Node::number(alarm.threshold))
        .add("ComparisonOperator", "GreaterThanThreshold")
        .add("EvaluationPeriods", Node::number(std::int64_t{alarm_minutes}))
        .add("TreatMissingData", "notBreaching")
        .add("AlarmActions", Node::list({std::move(topic)}));
    add_resource(table, alarm.id, "AWS::CloudWatch::Alarm", std::move(properties), false);
  }

  static constexpr std::string_view kScalingRole =
      "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/aws-service-role/"
      "dynamodb.application-autoscaling.amazonaws.com/"
      "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable";

  const model::Model& model_;
  UniqueIds ids_;
  bool has_alarms_ = false;
  Node resources_ = Node::object();
  Node outputs_ = Node::object();
};

}  // namespace

Output generate_cloudformation(const model::Model& model, const plan::Plan& plan, Syntax syntax) {
  Output output;
  output.diagnostics = stack_refusals(model);
  if (!output.diagnostics.empty()) return output;
  Template out(model);
  for (const auto& table : stack_tables(model, plan)) out.add(table);
  const auto document = std::move(out).document();
  const bool is_json = syntax == Syntax::json;
  output.files.push_back({*model.name + (is_json ? ".template.json" : ".template.yaml"),
                          is_json ? to_json(document) : to_yaml(document, origin(model)),
                          generate::Part::cloudformation});
  return output;
}

}  // namespace keywright::infrastructure
