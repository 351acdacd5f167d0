#include "apply/table_diff.hpp"

#include "api/enum_names.hpp"
#include "apply/definition.hpp"
#include "apply/index_diff.hpp"
#include "apply/words.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace keywright::apply {
namespace {

// The difference of a table that is there.
class Differ {
 public:
  Differ(const TableState& state, const ModelTable& wanted, const DiffOptions& options,
         TableDiff& out)
      : state_(state),
        actual_(*state.table),
        model_(wanted),
        wanted_(wanted.definition),
        options_(options),
        out_(out) {}

  void run() {
    if (!has_same_keys()) return;
    auto indexes = diff_indexes(actual_, model_, options_, out_);
    append(indexes.deletions);
    billing();
    append(indexes.creations);
    table_class();
    encryption();
    stream();
    time_to_live();
    warm_throughput();
    deletion_protection();
    on_demand_is_stated();
  }

 private:
  void append(std::vector<Step>& steps) {
    std::move(steps.begin(), steps.end(), std::back_inserter(out_.steps));
  }

  UpdateTableRequest& update(std::string what, std::string detail, std::string why,
                             std::string cost) {
    UpdateTableRequest request;
    request.table_name = wanted_.table_name;
    out_.steps.push_back(
        {std::move(what), std::move(detail), std::move(why), std::move(cost), std::move(request)});
    return std::get<UpdateTableRequest>(out_.steps.back().request);
  }

  bool has_same_keys() {
    const auto actual = key_text(actual_.key_schema, actual_.attribute_definitions);
    const auto wanted = key_text(wanted_.key_schema, wanted_.attribute_definitions);
    if (actual_.key_schema == wanted_.key_schema && actual == wanted) return true;
    out_.refusals.push_back(
        {"the key of table " + wanted_.table_name + " is " + actual + ", that of the model " +
             wanted,
         "DynamoDB changes no key of a table: apply the model under another name (--table NAME) "
         "and move the items there, or delete the table first"});
    return false;
  }

  void billing() {
    const auto wanted = *wanted_.billing_mode;
    if (actual_.billing_mode != wanted) {
      model_.stated.billing ? switch_billing(wanted) : keep_billing();
    } else if (wanted == BillingMode::provisioned) {
      capacity();
    } else {
      maxima();
    }
  }

  void keep_billing() {
    out_.notes.push_back("the table is billed " + std::string(to_text(actual_.billing_mode)) +
                         "; the model does not say how, so it stays");
  }

  void switch_billing(BillingMode wanted) {
    if (wanted == BillingMode::pay_per_request) {
      auto& request = update("change billing", "to on demand", "the table is provisioned",
                             "each request is billed from then on. Takes some minutes, and is "
                             "possible four times in 24 hours");
      request.billing_mode = wanted;
      request.on_demand_throughput = wanted_.on_demand_throughput;
      return;
    }
    const auto units = *wanted_.provisioned_throughput;
    auto& request =
        update("change billing",
               "to provisioned: " + throughput_text(units) + ", and as many for each index",
               "the table is on demand",
               "billed by the hour, used or not. Requests above it are throttled");
    request.billing_mode = wanted;
    request.provisioned_throughput = units;
    for (const auto& index : actual_.global_secondary_indexes) {
      if (is_deleted(index.index_name)) continue;
      request.global_secondary_index_updates.emplace_back(
          UpdateGlobalSecondaryIndexAction{index.index_name, units, {}, {}});
    }
  }

  // By a step that comes before this one.
  [[nodiscard]] bool is_deleted(const std::string& index) const {
    const auto* found = find_index(actual_.global_secondary_indexes, index);
    return out_.find("delete index " + index) != nullptr ||
           found->index_status == IndexStatus::deleting;
  }

  // What automatic scaling has set is as wanted.
  [[nodiscard]] bool is_enough(const ProvisionedThroughput& units) const {
    const auto& wanted = *wanted_.provisioned_throughput;
    if (!model_.autoscale) return units == wanted;
    return units.read_capacity_units >= wanted.read_capacity_units &&
           units.read_capacity_units <= model_.autoscale->max_read &&
           units.write_capacity_units >= wanted.write_capacity_units &&
           units.write_capacity_units <= model_.autoscale->max_write;
  }

  void capacity() {
    const auto& wanted = *wanted_.provisioned_throughput;
    UpdateTableRequest request;
    std::string detail;
    if (!is_enough(actual_.provisioned_throughput)) {
      request.provisioned_throughput = wanted;
      detail = "table from " + throughput_text(actual_.provisioned_throughput);
    }
    for (const auto& index : wanted_.global_secondary_indexes) {
      const auto* found = find_index(actual_.global_secondary_indexes, index.index_name);
      if (found == nullptr || is_deleted(index.index_name)) continue;
      const auto units = found->provisioned_throughput.value_or(ProvisionedThroughput{});
      if (is_enough(units)) continue;
      request.global_secondary_index_updates.emplace_back(
          UpdateGlobalSecondaryIndexAction{index.index_name, wanted, {}, {}});
      if (!detail.empty()) detail += ", ";
      detail += index.index_name + " from " + throughput_text(units);
    }
    if (detail.empty()) return;
    request.table_name = wanted_.table_name;
    out_.steps.push_back({"change capacity", detail + " to " + throughput_text(wanted),
                          "the model provisions other units",
                          "billed by the hour, used or not. Lowering is limited: four times a day, "
                          "then once in an hour",
                          std::move(request)});
  }

  void maxima() {
    const auto& wanted = wanted_.on_demand_throughput;
    if (!wanted) return;
    const auto actual = actual_.on_demand_throughput.value_or(OnDemandThroughput{});
    const auto differs = [](const auto& asked, const auto& is) { return asked && asked != is; };
    if (!differs(wanted->max_read_request_units, actual.max_read_request_units) &&
        !differs(wanted->max_write_request_units, actual.max_write_request_units)) {
      return;
    }
    std::string detail = "at most";
    if (wanted->max_read_request_units) {
      detail += " " + grouped(*wanted->max_read_request_units) + " read units";
    }
    if (wanted->max_write_request_units) {
      detail += std::string(wanted->max_read_request_units ? " and" : "") + " " +
                grouped(*wanted->max_write_request_units) + " write units";
    }
    update("set on-demand maximum", detail + " a second", "the model bounds the bill",
           "requests above it are throttled")
        .on_demand_throughput = wanted;
  }

  void on_demand_is_stated() {
    if (wanted_.on_demand_throughput || !actual_.on_demand_throughput) return;
    if (actual_.billing_mode != BillingMode::pay_per_request) return;
    out_.notes.emplace_back(
        "the table has an on-demand maximum that the model does not have; it stays");
  }

  void table_class() {
    const auto actual = actual_.table_class.value_or(TableClass::standard);
    const auto wanted = wanted_.table_class.value_or(TableClass::standard);
    if (actual == wanted) return;
    if (!model_.stated.table_class) {
      out_.notes.push_back("the table's class is " + std::string(api::name(actual)) +
                           "; the model does not name one, so it stays");
      return;
    }
    update("change table class", "to " + std::string(api::name(wanted)),
           "it is " + std::string(api::name(actual)),
           "storage and requests have other prices from then on. Possible twice in 30 days")
        .table_class = wanted;
  }

  void encryption() {
    const bool has_key = actual_.sse_description && actual_.sse_description->enabled.value_or(true);
    if (model_.wants_customer_key) {
      if (!has_key) {
        out_.notes.push_back(
            "encryption: customer_managed is not set, since the model does not know the key: aws "
            "dynamodb update-table --table-name " +
            wanted_.table_name +
            " --sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=KEY");
      }
      return;
    }
    const bool wants_key = wanted_.sse_specification.has_value();
    if (has_key == wants_key) return;
    if (wants_key) {
      update("encrypt", "with the account's KMS key for DynamoDB", "the model says aws_managed",
             "requests to KMS are billed")
          .sse_specification = wanted_.sse_specification;
    } else if (model_.stated.encryption) {
      update("encrypt", "with the key of AWS, not with KMS", "the model says aws_owned", "")
          .sse_specification = SseSpecification{false, std::nullopt, std::nullopt};
    } else {
      out_.notes.emplace_back(
          "the table is encrypted with a key of KMS; the model does not name one, so it stays");
    }
  }

  void stream() {
    const auto& wanted = wanted_.stream_specification;
    const auto& actual = actual_.stream_specification;
    const bool is_on = actual && actual->stream_enabled;
    if (!wanted) {
      if (is_on)
        out_.notes.emplace_back("the table has a stream that the model does not have; it stays");
      return;
    }
    if (!is_on) {
      update("enable stream", std::string(api::name(*wanted->stream_view_type)),
             "the model has a stream", "who reads it is billed for that; writers notice nothing")
          .stream_specification = wanted;
      return;
    }
    if (actual->stream_view_type == wanted->stream_view_type) return;
    out_.refusals.push_back(
        {"the stream has " +
             std::string(
                 api::name(actual->stream_view_type.value_or(StreamViewType::new_and_old_images))) +
             ", the model wants " + std::string(api::name(*wanted->stream_view_type)),
         "DynamoDB changes no stream, and a new one has another ARN and none of the old records: "
         "once its consumers are done, disable it (aws dynamodb update-table --table-name " +
             wanted_.table_name + " --stream-specification StreamEnabled=false) and apply again"});
  }

  void time_to_live() {
    const auto& wanted = model_.ttl_attribute;
    const auto& actual = state_.ttl_attribute;
    if (wanted == actual) return;
    if (!wanted) {
      out_.notes.push_back("items expire by " + *actual + "; the model has no ttl, so that stays");
      return;
    }
    UpdateTimeToLiveRequest request;
    request.table_name = wanted_.table_name;
    request.enabled = !actual;
    request.attribute_name = actual ? *actual : *wanted;
    if (actual) {
      out_.steps.push_back(
          {"disable time to live", "on " + *actual, "the model has it on " + *wanted,
           "nothing expires until it is enabled on " + *wanted +
               ", which DynamoDB takes an hour later at the earliest: apply again then",
           std::move(request)});
      return;
    }
    out_.steps.push_back(
        {"enable time to live", "on " + *wanted, "the model has it",
         "items whose " + *wanted + " has passed are deleted from then on, for nothing",
         std::move(request)});
  }

  // It can only be raised.
  void warm_throughput() {
    const auto& wanted = wanted_.warm_throughput;
    if (!wanted) return;
    const auto actual = actual_.warm_throughput.value_or(WarmThroughput{});
    WarmThroughput asked;
    std::string detail;
    const auto raise = [&](const auto& to, const auto& from, auto& out, std::string_view what) {
      if (!to || from.value_or(0) >= *to) return;
      out = to;
      if (!detail.empty()) detail += ", ";
      detail += std::string(what) + " from " + grouped(from.value_or(0)) + " to " + grouped(*to) +
                " units a second";
    };
    raise(wanted->read_units_per_second, actual.read_units_per_second, asked.read_units_per_second,
          "reads");
    raise(wanted->write_units_per_second, actual.write_units_per_second,
          asked.write_units_per_second, "writes");
    if (detail.empty()) return;
    update("warm up", detail, "the model wants more at once than the table has",
           "billed once, for each unit it is raised by, and never given back")
        .warm_throughput = asked;
  }

  void deletion_protection() {
    const bool wanted = wanted_.deletion_protection_enabled;
    if (actual_.deletion_protection_enabled == wanted) return;
    if (!model_.stated.deletion_protection) {
      out_.notes.emplace_back(
          "the table is protected from deletion; the model does not ask for it, "
          "so that stays");
      return;
    }
    update(
        wanted ? "protect from deletion" : "permit deletion", "",
        wanted ? "the model has deletion_protection" : "the model says deletion_protection: false",
        "")
        .deletion_protection_enabled = wanted;
  }

  const TableState& state_;
  const TableDescription& actual_;
  const ModelTable& model_;
  const CreateTableRequest& wanted_;
  const DiffOptions& options_;
  TableDiff& out_;
};

std::string definition_text(const CreateTableRequest& table) {
  std::string text = key_text(table.key_schema, table.attribute_definitions);
  const auto add = [&](std::string_view kind, const auto& index) {
    text += "; " + std::string(kind) + index.index_name + ": " +
            key_text(index.key_schema, table.attribute_definitions) + ", " +
            projection_text(index.projection);
  };
  for (const auto& index : table.global_secondary_indexes) add("index ", index);
  for (const auto& index : table.local_secondary_indexes) add("local index ", index);
  return text + "; " + std::string(to_text(*table.billing_mode));
}

void create(const ModelTable& wanted, TableDiff& out) {
  const auto& definition = wanted.definition;
  std::string cost = "ready within a minute; storage and requests are billed from then on";
  if (definition.provisioned_throughput) {
    const auto tables = static_cast<std::int64_t>(1 + definition.global_secondary_indexes.size());
    cost = "ready within a minute; " + throughput_text(*definition.provisioned_throughput) +
           (tables > 1 ? " for the table and each index" : "") + " are billed by the hour";
  }
  out.steps.push_back({"create table " + definition.table_name, definition_text(definition),
                       "there is none of that name", std::move(cost), definition});
  if (!wanted.ttl_attribute) return;
  UpdateTimeToLiveRequest request;
  request.table_name = definition.table_name;
  request.attribute_name = *wanted.ttl_attribute;
  out.steps.push_back({"enable time to live", "on " + *wanted.ttl_attribute, "the model has it",
                       "expired items are deleted for nothing", std::move(request)});
}

// What no request of a Database can do.
void note_the_rest(const TableState& state, const ModelTable& wanted, TableDiff& out) {
  if (wanted.recovery_days) {
    out.notes.push_back(
        "point_in_time_recovery is not set by this command: aws dynamodb update-continuous-backups "
        "--table-name " +
        wanted.definition.table_name +
        " --point-in-time-recovery-specification "
        "PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=" +
        std::to_string(*wanted.recovery_days));
  }
  if (wanted.autoscale) {
    out.notes.push_back(
        "autoscale is not set by this command: register targets and policies with "
        "Application Auto Scaling (aws application-autoscaling)");
  }
  if (wanted.wants_customer_key && !state.table) {
    out.notes.push_back(
        "encryption: customer_managed is not set, since the model does not know the "
        "key: give it to the table before there are items in it");
  }
}

}  // namespace

TableDiff diff(const TableState& state, const ModelTable& wanted, const DiffOptions& options) {
  TableDiff out;
  out.table = wanted.definition.table_name;
  if (!state.table) {
    create(wanted, out);
  } else if (state.table->table_status == TableStatus::deleting) {
    out.refusals.push_back(
        {"table " + out.table + " is being deleted",
         "wait until it is gone and apply again, or use another name (--table NAME)"});
    return out;
  } else {
    Differ(state, wanted, options, out).run();
  }
  note_the_rest(state, wanted, out);
  return out;
}

}  // namespace keywright::apply
