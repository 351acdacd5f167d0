#pragma once

// The table that entities live in: key attributes, indexes and the settings of its operation.

#include "model/entity.hpp"
#include "model/reference.hpp"
#include "model/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// `pk`, or `{name: pk, type: N}`. Without a type it follows from the entities' keys: S for
// templates, the field's type for native ones.
struct KeyAttribute {
  std::string name;
  Span span;
  Span key;
  std::optional<Located<AttributeType>> type;  // string, number or binary
};

enum class ProjectionKind { all, keys_only, include };

struct Projection {
  ProjectionKind kind = ProjectionKind::all;
  std::vector<Located<std::string>> include;  // attribute names
  Span span;
  Span key;
};

struct TableIndex {
  std::string name;
  Span key;
  Span span;
  bool local = false;                   // LSI: shares the table's partition key
  std::vector<KeyAttribute> partition;  // one, or up to four; empty if local
  std::vector<KeyAttribute> sort;       // none, one, or up to four
  std::optional<std::vector<EntityRef>>
      sparse;  // only these entities carry its keys; absent: not declared sparse
  Span sparse_span;
  Projection projection;
};

enum class BillingMode { on_demand, provisioned };

struct Autoscale {  // between the provisioned capacity and these
  std::optional<Located<std::uint64_t>> max_read;
  std::optional<Located<std::uint64_t>> max_write;
  std::optional<Located<double>> target;  // per cent, 20 to 90
  Span span;
  Span key;
};

// All settings are read in either mode; CAP003 reports those that do not go together.
struct Billing {
  Located<BillingMode> mode{BillingMode::on_demand, {}, {}};
  std::optional<Located<std::uint64_t>> read;  // provisioned capacity units
  std::optional<Located<std::uint64_t>> write;
  std::optional<Autoscale> autoscale;
  std::optional<Located<std::uint64_t>> max_read;  // on-demand maximum
  std::optional<Located<std::uint64_t>> max_write;
  Span span;
  Span key;
};

struct WarmThroughput {
  std::optional<Located<std::uint64_t>> read;
  std::optional<Located<std::uint64_t>> write;
  Span span;
  Span key;
};

struct PointInTimeRecovery {
  bool enabled = false;
  Located<std::uint32_t> days{35, {}, {}};
  Span span;
  Span key;
};

enum class StreamView { keys_only, new_image, old_image, new_and_old_images };

// What a consumer makes of records of items that TTL has deleted.
enum class ExpiryRecords {
  apart,  // it knows them by their userIdentity
  alike,  // a deletion is a deletion
};

struct StreamConsumer {
  std::string name;
  Span key;
  std::vector<EntityRef> entities;  // whose records it handles; empty: all
  std::optional<Located<StreamView>> needs;
  std::optional<Located<ExpiryRecords>> expired;
};

enum class Alarms { none, generated, elsewhere };
enum class ContributorInsights { throttled_keys, accessed_and_throttled_keys };
enum class Encryption { aws_owned, aws_managed, customer_managed };
enum class TableClass { standard, infrequent_access };
enum class CdkConstruct { table, table_v2 };
enum class RemovalPolicy { retain, snapshot, destroy };

struct Cdk {
  Located<CdkConstruct> construct{CdkConstruct::table_v2, {}, {}};
  Located<RemovalPolicy> removal{RemovalPolicy::retain, {}, {}};
  Span span;
  Span key;
};

struct Table {
  std::string label;  // how entities refer to it: the key under `tables:`, or the name
  std::string name;   // of the table itself
  Span name_span;
  Span key;
  Span span;

  KeyAttribute partition;
  std::optional<KeyAttribute> sort;
  Span keys_span;
  std::vector<TableIndex> indexes;          // in file order
  std::optional<Located<std::string>> ttl;  // the attribute
  Billing billing;
  PointInTimeRecovery point_in_time_recovery;
  Located<bool> deletion_protection{false, {}, {}};
  Located<bool> rebuildable{false, {}, {}};  // the data can be made again, so needs no backup
  std::optional<Located<StreamView>> stream;
  std::vector<StreamConsumer> consumers;  // of the stream, in file order
  // On throttled requests and errors of DynamoDB's: made with the table, or by another stack.
  Located<Alarms> alarms{Alarms::none, {}, {}};
  std::optional<Located<ContributorInsights>> contributor_insights;
  Located<Encryption> encryption{Encryption::aws_owned, {}, {}};
  Located<TableClass> table_class{TableClass::standard, {}, {}};
  std::optional<WarmThroughput> warm_throughput;
  Cdk cdk;

  [[nodiscard]] const TableIndex* find_index(std::string_view index_name) const;
};

}  // namespace keywright::model
