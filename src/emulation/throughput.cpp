#include "emulation/throughput.hpp"

#include "expression/legacy.hpp"
#include "expression/parameters.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace keywright::emulation {
namespace {

/// What the settings of a table or index say of one direction. Units <= 0: nothing.
struct Settings {
  bool on_demand = false;
  double provisioned = 0;
  double maximum = 0;
  double account = 0;
  double of_partition = 0;
};

Meter make_meter(const Settings& settings, std::chrono::seconds burst, TimePoint since) {
  // No more than a second's worth is saved but of provisioned throughput: one key can never take
  // more, and maxima are maxima.
  const Fill of_partition{settings.of_partition, settings.of_partition};
  if (!settings.on_demand) {
    const double seconds = std::max(static_cast<double>(burst.count()), 1.0);
    return {Limit::provisioned,
            {settings.provisioned, settings.provisioned * seconds},
            of_partition,
            settings.provisioned,
            since};
  }
  const bool has_maximum = settings.maximum > 0 && settings.maximum <= settings.account;
  const double units = has_maximum ? settings.maximum : settings.account;
  return {has_maximum ? Limit::max_on_demand : Limit::account,
          {units, units},
          of_partition,
          units,
          since};
}

std::array<Meter, 2> make_meters(bool on_demand,
                                 const std::optional<ProvisionedThroughput>& provisioned,
                                 const std::optional<OnDemandThroughput>& maxima,
                                 const ThrottleOptions& options, TimePoint since) {
  const auto units = provisioned.value_or(ProvisionedThroughput());
  const auto most = maxima.value_or(OnDemandThroughput());
  const auto number = [](std::int64_t value) { return static_cast<double>(value); };
  return {make_meter({on_demand, number(units.read_capacity_units),
                      number(most.max_read_request_units.value_or(0)), options.account_read_units,
                      options.partition_read_units},
                     options.burst, since),
          make_meter({on_demand, number(units.write_capacity_units),
                      number(most.max_write_request_units.value_or(0)), options.account_write_units,
                      options.partition_write_units},
                     options.burst, since)};
}

std::vector<expression::KeyAttribute> view(const std::vector<AttributeDefinition>& attributes) {
  std::vector<expression::KeyAttribute> views;
  for (const auto& a : attributes) views.push_back({a.attribute_name, a.attribute_type});
  return views;
}

void continue_meters(Resource& resource, Resource& before, TimePoint now) {
  for (std::size_t i = 0; i < resource.meters.size(); ++i) {
    resource.meters[i].continue_from(before.meters[i], now);
  }
}

}  // namespace

bool Meter::partition_has_units(const std::string& partition, TimePoint now) {
  const auto found = partitions_.find(partition);
  return found == partitions_.end() || found->second.level(partition_fill_, now) > 0;
}

void Meter::take_of_partition(const std::string& partition, double units, TimePoint now) {
  TokenBucket& bucket = partition_bucket(partition, now);
  (void)bucket.level(partition_fill_, now);
  bucket.take(units);
}

TokenBucket& Meter::partition_bucket(const std::string& partition, TimePoint now) {
  const auto found = partitions_.find(partition);
  if (found != partitions_.end()) return found->second;
  if (partitions_.size() >= drop_at_) drop_full_partitions(now);
  return partitions_.emplace(partition, TokenBucket(partition_fill_.capacity, now)).first->second;
}

void Meter::drop_full_partitions(TimePoint now) {
  for (auto entry = partitions_.begin(); entry != partitions_.end();) {
    const bool full = entry->second.level(partition_fill_, now) >= partition_fill_.capacity;
    entry = full ? partitions_.erase(entry) : std::next(entry);
  }
  drop_at_ = std::max<std::size_t>(10'000, 2 * partitions_.size());
}

void Meter::continue_from(Meter& before, TimePoint now) {
  begin(now);
  partitions_ = std::move(before.partitions_);
  if (limit_ != before.limit_) return;
  bucket_ = TokenBucket(before.bucket_.level(before.fill_, now), now);
}

KeyNames::KeyNames(const std::vector<KeySchemaElement>& schema,
                   const std::vector<AttributeDefinition>& definitions) {
  for (const auto& element : schema) {
    const auto defined =
        std::find_if(definitions.begin(), definitions.end(), [&](const auto& definition) {
          return definition.attribute_name == element.attribute_name;
        });
    if (defined == definitions.end()) continue;
    (element.key_type == KeyType::hash ? hash : range).push_back(*defined);
  }
}

bool KeyNames::all_in(const Item& item) const {
  const auto is_in = [&](const auto& attribute) {
    return item.find(attribute.attribute_name).has_value();
  };
  return std::all_of(hash.begin(), hash.end(), is_in) &&
         std::all_of(range.begin(), range.end(), is_in);
}

std::string KeyNames::partition_of(const Item& item) const {
  std::string bytes;
  for (const auto& attribute : hash) {
    const auto value = item.find(attribute.attribute_name);
    if (!value) return {};
    bytes += value->encoded();
  }
  return bytes;
}

std::string KeyNames::partition_of(const QueryRequest& request) const {
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  if (!request.key_conditions && !request.key_condition_expression) return {};
  const auto text =
      request.key_conditions
          ? expression::legacy_key_condition(*request.key_conditions)
          : expression::parse_key_condition_text(*request.key_condition_expression, parameters);
  if (!text) return {};
  const auto hash_view = view(hash);
  const auto range_view = view(range);
  const auto bound = expression::bind_key_condition(*text, {hash_view, range_view});
  if (!bound) return {};
  std::string bytes;
  for (const auto& condition : bound->hash()) bytes += condition.value.encoded();
  return bytes;
}

TableThroughput::TableThroughput(const TableDescription& description,
                                 const ThrottleOptions& options, TimePoint since)
    : name(description.table_name),
      table{description.table_arn, false, description.billing_mode == BillingMode::pay_per_request,
            KeyNames(description.key_schema, description.attribute_definitions),
            make_meters(description.billing_mode == BillingMode::pay_per_request,
                        description.provisioned_throughput, description.on_demand_throughput,
                        options, since)} {
  for (const auto& index : description.global_secondary_indexes) {
    global_indexes.emplace(index.index_name,
                           Resource{index.index_arn, true, table.on_demand,
                                    KeyNames(index.key_schema, description.attribute_definitions),
                                    make_meters(table.on_demand, index.provisioned_throughput,
                                                index.on_demand_throughput, options, since)});
  }
  for (const auto& index : description.local_secondary_indexes) {
    local_indexes.emplace(index.index_name,
                          KeyNames(index.key_schema, description.attribute_definitions));
  }
}

Key TableThroughput::key_of(const Item& item) const {
  ItemBuilder key;
  for (const auto* attributes : {&table.keys.hash, &table.keys.range}) {
    for (const auto& attribute : *attributes) {
      if (const auto value = item.find(attribute.attribute_name)) {
        key.set(attribute.attribute_name, *value);
      }
    }
  }
  return key.build();
}

void TableThroughput::continue_from(TableThroughput& before, TimePoint now) {
  continue_meters(table, before.table, now);
  for (auto& [index_name, index] : global_indexes) {
    const auto found = before.global_indexes.find(index_name);
    if (found != before.global_indexes.end()) {
      continue_meters(index, found->second, now);
    } else {
      for (Meter& meter : index.meters) meter.begin(now);
    }
  }
}

}  // namespace keywright::emulation
