#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/encryption.hpp"
#include "engine/engine_impl.hpp"
#include "engine/table_constraints.hpp"
#include "engine/table_description.hpp"
#include "engine/table_schema.hpp"
#include "engine/tags.hpp"
#include "engine/throughput.hpp"
#include "engine/validation.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

/// The constraints of the API model on the members of the request.
Result<void> check_model(const CreateTableRequest& request) {
  api::Constraints constraints;
  if (!is_resource_name(request.table_name)) {
    constraints.violated(request.table_name, "tableName",
                         "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  constrain_keys(constraints, request.key_schema, "keySchema");
  const auto& definitions = request.attribute_definitions;
  if (definitions.empty()) constraints.missing("attributeDefinitions");
  constrain_definitions(constraints, definitions);
  constrain_throughput(constraints, request.provisioned_throughput, "provisionedThroughput");
  constrain_warm(constraints, request.warm_throughput, "warmThroughput");
  for (std::size_t i = 0; i < request.local_secondary_indexes.size(); ++i) {
    const auto& index = request.local_secondary_indexes[i];
    constraints.resource_name(index.index_name, member("localSecondaryIndexes", i, "indexName"));
    constrain_keys(constraints, index.key_schema, member("localSecondaryIndexes", i, "keySchema"));
    constrain_projection(constraints, index.projection,
                         member("localSecondaryIndexes", i, "projection"));
  }
  for (std::size_t i = 0; i < request.global_secondary_indexes.size(); ++i) {
    const auto& index = request.global_secondary_indexes[i];
    constraints.resource_name(index.index_name, member("globalSecondaryIndexes", i, "indexName"));
    constrain_keys(constraints, index.key_schema, member("globalSecondaryIndexes", i, "keySchema"));
    constrain_projection(constraints, index.projection,
                         member("globalSecondaryIndexes", i, "projection"));
    constrain_throughput(constraints, index.provisioned_throughput,
                         member("globalSecondaryIndexes", i, "provisionedThroughput"));
    constrain_warm(constraints, index.warm_throughput,
                   member("globalSecondaryIndexes", i, "warmThroughput"));
  }
  return constraints.result();
}

Result<void> check_billing(const CreateTableRequest& request) {
  const BillingMode mode = request.billing_mode.value_or(BillingMode::provisioned);
  const bool provisioned = mode == BillingMode::provisioned;
  if (provisioned != request.provisioned_throughput.has_value()) {
    return invalid_parameter(
        provisioned ? "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                      "BillingMode is PROVISIONED"
                    : "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                      "BillingMode is PAY_PER_REQUEST");
  }
  if (auto ok = check_bounds(request.provisioned_throughput, ""); !ok) return ok;
  if (auto ok = check_on_demand(request.on_demand_throughput, mode, "table"); !ok) return ok;
  for (const auto& index : request.global_secondary_indexes) {
    if (provisioned && !index.provisioned_throughput) {
      return invalid_parameter("ProvisionedThroughput is not specified for index: " +
                               index.index_name);
    }
    if (!provisioned && index.provisioned_throughput) {
      return invalid_parameter("ProvisionedThroughput should not be specified for index: " +
                               index.index_name + " when BillingMode is PAY_PER_REQUEST");
    }
    if (auto ok = check_bounds(index.provisioned_throughput, "index " + index.index_name); !ok) {
      return ok;
    }
    const std::string where = "index : " + index.index_name;
    if (auto ok = check_on_demand(index.on_demand_throughput, mode, where); !ok) return ok;
  }
  return {};
}

Result<void> check_warm_throughput(const CreateTableRequest& request) {
  const BillingMode mode = request.billing_mode.value_or(BillingMode::provisioned);
  if (auto ok = check_warm(request.warm_throughput, baseline(mode, request.provisioned_throughput),
                           "table");
      !ok) {
    return ok;
  }
  for (const auto& index : request.global_secondary_indexes) {
    auto ok = check_warm(index.warm_throughput, baseline(mode, index.provisioned_throughput),
                         "index : " + index.index_name);
    if (!ok) return ok;
  }
  return {};
}

void warm_up(Table& table, const CreateTableRequest& request) {
  table.warm_throughput = warmest(baseline(table.billing_mode, request.provisioned_throughput),
                                  request.warm_throughput);
  for (const auto& index : table.indexes) {
    if (!index->global) continue;
    index->warm_throughput = warmest(baseline(table.billing_mode, index->provisioned_throughput),
                                     index->warm_throughput);
  }
}

Error name_is_taken(const Table& by) {
  if (by.phase.status == TableStatus::deleting) return check_table_is_idle(by).error();
  return errors::resource_in_use("Table already exists: " + by.name);
}

Result<void> check(const CreateTableRequest& request) {
  if (auto ok = api::check_new_table_name(request.table_name); !ok) return ok;
  if (auto ok = check_model(request); !ok) return ok;
  if (auto ok = check_billing(request); !ok) return ok;
  if (auto ok = check_create_table(request); !ok) return ok;
  if (auto ok = check_warm_throughput(request); !ok) return ok;
  if (auto ok = check_tags(request.tags); !ok) return ok;
  if (auto ok = check_stream(request.stream_specification, true); !ok) return ok;
  if (auto ok = check_encryption(request.sse_specification); !ok) return ok;
  return check_policy(request.resource_policy, "resourcePolicy");
}

}  // namespace

std::shared_ptr<storage::Tree> Engine::Impl::new_tree() {
  return store_->open_tree(next_tree_++);
}

std::string Engine::Impl::new_table_id() {
  std::array<std::uint64_t, 2> bits{};
  {
    const std::lock_guard lock(random_mutex_);
    for (auto& half : bits) half = random_();
  }
  bits[0] = (bits[0] & ~0xF000ULL) | 0x4000ULL;              // version 4: random
  bits[1] = (bits[1] & ~(0xC0ULL << 56)) | (0x80ULL << 56);  // the variant of RFC 4122
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string id;
  for (int digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) id += '-';
    id += kDigits[(bits[digit < 16 ? 0 : 1] >> (60 - 4 * (digit % 16))) & 15];
  }
  return id;
}

namespace {

/// What a table's states go by: a clock that is set back goes on from where it was, so that what
/// was ACTIVE once stays so.
Clock forward_only(Clock clock, TimePoint now) {
  struct State {
    std::mutex mutex{};
    TimePoint last;
    TimePoint::duration ahead{0};
  };
  auto state = std::make_shared<State>();
  state->last = now;
  return [clock = std::move(clock), state = std::move(state)] {
    const std::lock_guard lock(state->mutex);
    const TimePoint time = clock();
    if (time < state->last) state->ahead += state->last - time;
    state->last = time;
    return time + state->ahead;
  };
}

}  // namespace

std::shared_ptr<engine::Table> Engine::Impl::make_table(const CreateTableRequest& request) {
  auto table = std::make_shared<Table>();
  table->name = request.table_name;
  table->arn = "arn:aws:dynamodb:" + options_.region + ":" + options_.account + ":table/" +
               request.table_name;
  table->id = new_table_id();
  table->number = next_table_++;
  table->created = now();
  const TimePoint ready_at = table->created + options_.control_plane_delay;
  if (ready_at > table->created) {
    table->clock = forward_only(options_.clock, table->created);
    table->phase = {TableStatus::creating, ready_at};
  } else {
    table->clock = options_.clock;
  }
  table->keys = make_key_schema(request.key_schema, request.attribute_definitions);
  table->key_names = key_names({&table->keys});
  table->key_schema = request.key_schema;
  table->attribute_definitions = request.attribute_definitions;
  table->tree = new_tree();
  for (const auto& index : request.local_secondary_indexes) {
    table->indexes.push_back(make_index(index, table->keys, request.attribute_definitions));
  }
  for (const auto& index : request.global_secondary_indexes) {
    table->indexes.push_back(make_index(index, table->keys, request.attribute_definitions));
  }
  for (const auto& index : table->indexes) index->tree = new_tree();
  if (options_.read_lag.count() > 0) {
    table->late = std::make_shared<LateTree>(new_tree(), options_.read_lag);
  }
  for (const auto& index : table->indexes) set_lag(*index);
  table->billing_mode = request.billing_mode.value_or(BillingMode::provisioned);
  if (table->billing_mode == BillingMode::pay_per_request) {
    table->last_update_to_pay_per_request = table->created;
  }
  table->provisioned_throughput = request.provisioned_throughput.value_or(ProvisionedThroughput{});
  table->on_demand_throughput = merge_on_demand(std::nullopt, request.on_demand_throughput);
  table->table_class = request.table_class;
  table->deletion_protection_enabled = request.deletion_protection_enabled;
  table->tags = request.tags;
  if (request.sse_specification) {
    table->encryption =
        describe_encryption(*request.sse_specification, options_.region, options_.account);
  }
  warm_up(*table, request);
  if (request.stream_specification && request.stream_specification->stream_enabled) {
    streams_.enable(*table, *request.stream_specification->stream_view_type, table->created,
                    ready_at);
  }
  return table;
}

void Engine::Impl::set_lag(engine::Index& index) {
  if (index.global && options_.index_lag.count() > 0) {
    index.late = std::make_shared<LateTree>(index.tree, options_.index_lag);
  } else if (!index.global && options_.read_lag.count() > 0) {
    index.late = std::make_shared<LateTree>(new_tree(), options_.read_lag);
  }
}

void Engine::Impl::drop_trees(const engine::Table& table) {
  if (table.late) store_->drop_tree(table.late->tree()->id());
  store_->drop_tree(table.tree->id());
  for (const auto& index : table.indexes) {
    store_->drop_tree(index->tree->id());
    if (index->late) store_->drop_tree(index->late->tree()->id());
  }
}

Result<TableResponse> Engine::Impl::create_table(const CreateTableRequest& request) {
  if (auto checked = check(request); !checked) return std::move(checked).error();
  const auto table = make_table(request);
  Error refused;
  {
    auto writer = catalogue_.write();
    const auto [place, added] = writer.tables().emplace(table->name, table);
    if (added) {
      if (request.resource_policy) {
        // No revision is expected: this cannot fail.
        (void)policies_.put(table->arn, *request.resource_policy, std::nullopt, table->created);
      }
      return TableResponse{describe(*table)};
    }
    refused = name_is_taken(*place->second);
  }
  drop_trees(*table);
  streams_.withdraw(*table);
  return refused;
}

}  // namespace keywright
