#include "api/enum_names.hpp"
#include "infrastructure/infrastructure.hpp"
#include "infrastructure/node.hpp"
#include "infrastructure/stack_table.hpp"
#include "infrastructure/table_members.hpp"

#include <utility>

namespace keywright::infrastructure {
namespace {

Node create_table_input(const CreateTableRequest& definition) {
  auto out = table_members(definition);
  if (const auto& stream = definition.stream_specification) {
    out.add("StreamSpecification",
            Node::object({{"StreamEnabled", Node::boolean(stream->stream_enabled)},
                          {"StreamViewType", api::name(*stream->stream_view_type)}}));
  }
  if (const auto& encryption = definition.sse_specification) {
    out.add("SSESpecification", Node::object({{"Enabled", Node::boolean(*encryption->enabled)},
                                              {"SSEType", *encryption->sse_type}}));
  }
  return out;
}

Node time_to_live_input(const std::string& table, const std::string& attribute) {
  return Node::object({{"TableName", table},
                       {"TimeToLiveSpecification", Node::object({{"Enabled", Node::boolean(true)},
                                                                 {"AttributeName", attribute}})}});
}

Node continuous_backups_input(const std::string& table, std::uint32_t days) {
  return Node::object(
      {{"TableName", table},
       {"PointInTimeRecoverySpecification",
        Node::object({{"PointInTimeRecoveryEnabled", Node::boolean(true)},
                      {"RecoveryPeriodInDays", Node::number(std::int64_t{days})}})}});
}

// What the model says of a table and none of these commands can set.
void note_the_rest(const model::Table& table, const apply::ModelTable& made, Output& output) {
  const auto note = [&](model::Span span, std::string message, std::string help) {
    auto diagnostic = finding("GEN003", span, table.label, std::move(message), std::move(help));
    diagnostic.severity = model::Severity::warning;
    output.diagnostics.push_back(std::move(diagnostic));
  };
  if (made.autoscale) {
    note(table.billing.autoscale->span,
         "autoscale of table " + table.name + " is not in the input of create-table",
         "register targets and policies with Application Auto Scaling, or generate cloudformation");
  }
  if (made.wants_customer_key) {
    note(table.encryption.span,
         "encryption: customer_managed of table " + table.name +
             " is not in the input of create-table, since the model names no key",
         "add \"SSESpecification\": {\"Enabled\": true, \"SSEType\": \"KMS\", \"KMSMasterKeyId\": "
         "..}, or generate cloudformation");
  }
  if (*table.alarms == model::Alarms::generated) {
    note(table.alarms.span,
         "alarms of table " + table.name + " are not in the input of create-table",
         "run aws cloudwatch put-metric-alarm, or generate cloudformation");
  }
  if (table.contributor_insights) {
    note(table.contributor_insights->span,
         "contributor_insights of table " + table.name + " is not in the input of create-table",
         "run aws dynamodb update-contributor-insights for the table and each global index, or "
         "generate cloudformation");
  }
}

}  // namespace

Output generate_create_table(const model::Model& model, const plan::Plan& plan) {
  Output output;
  output.diagnostics = table_refusals(model);
  if (!output.diagnostics.empty()) return output;
  const auto tables = apply::tables_of(model, plan);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto& table = tables[i];
    const auto& name = table.definition.table_name;
    const auto add = [&](const char* command, const Node& input) {
      output.files.push_back(
          {name + "." + command + ".json", to_json(input), generate::Part::create_table});
    };
    add("create-table", create_table_input(table.definition));
    if (table.ttl_attribute) {
      add("update-time-to-live", time_to_live_input(name, *table.ttl_attribute));
    }
    if (table.recovery_days) {
      add("update-continuous-backups", continuous_backups_input(name, *table.recovery_days));
    }
    note_the_rest(model.tables[i], table, output);
  }
  return output;
}

}  // namespace keywright::infrastructure
