#include <keywright/table_schema.hpp>

#include <utility>

namespace keywright {

Result<void> create_table(Database& database, const CreateTableRequest& definition,
                          std::string_view ttl_attribute) {
  auto created = database.create_table(definition);
  if (!created) return std::move(created).error();
  if (ttl_attribute.empty()) return {};
  auto ttl = database.update_time_to_live({.table_name = definition.table_name,
                                           .attribute_name = std::string(ttl_attribute),
                                           .enabled = true});
  if (!ttl) return std::move(ttl).error();
  return {};
}

}  // namespace keywright
