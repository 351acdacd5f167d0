#pragma once
// ARNs as operations on resources have them: they name a table, or a stream of one.

#include "engine/table_schema.hpp"
#include "engine/table_state.hpp"
#include <keywright/result.hpp>

#include <string>
#include <string_view>

namespace keywright::engine {

/// The name in the ARN of a table, or what operations on resources say that it is none.
[[nodiscard]] Result<std::string_view> table_of_arn(std::string_view arn);
[[nodiscard]] bool is_stream_arn(std::string_view arn);

[[nodiscard]] Error resource_not_found(std::string_view arn);

/// The table of that ARN. `access` is a Reader or a Writer of the catalogue.
template <class Access>
[[nodiscard]] Result<Table*> require_resource(const Access& access, std::string_view arn) {
  const auto name = table_of_arn(arn);
  if (!name) return name.error();
  const auto table = access.require_table(*name);
  if (!table || (*table)->arn != arn) return resource_not_found(arn);
  return &**table;
}

}  // namespace keywright::engine
