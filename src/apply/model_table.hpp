#pragma once

// The tables of a model, as requests that create them. Pure.

#include "model/ir.hpp"
#include "plan/plan.hpp"
#include <keywright/database.hpp>
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright::apply {

// The most that automatic scaling may set; what the model names none for stays as provisioned.
struct Autoscale {
  std::int64_t max_read = 0;
  std::int64_t max_write = 0;
  double target = 70;  // per cent of what is provisioned
};

struct ModelTable {
  std::string label;  // how the model refers to it
  CreateTableRequest definition;
  std::optional<std::string> ttl_attribute;
  std::optional<Autoscale> autoscale;
  std::optional<std::uint32_t> recovery_days;  // of point-in-time recovery, if it is wanted
  bool wants_customer_key = false;             // encryption with a key that no model names

  // Whether the file says so, or it is the default: an existing table keeps what nobody spoke of.
  struct Stated {
    bool billing = false;
    bool deletion_protection = false;
    bool table_class = false;
    bool encryption = false;
  } stated;
};

// One per table of the model, in file order.
[[nodiscard]] std::vector<ModelTable> tables_of(const model::Model& model, const plan::Plan& plan);

[[nodiscard]] Result<void> create_tables(Database& database, const std::vector<ModelTable>& tables);
// Once they are ACTIVE.
[[nodiscard]] Result<void> set_time_to_live(Database& database,
                                            const std::vector<ModelTable>& tables);

}  // namespace keywright::apply
