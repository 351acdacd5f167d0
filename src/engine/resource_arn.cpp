#include "engine/resource_arn.hpp"

#include "api/table_name.hpp"
#include "core/errors.hpp"

namespace keywright::engine {

Result<std::string_view> table_of_arn(std::string_view arn) {
  if (const auto name = api::table_name_of_arn(arn)) return *name;
  return errors::validation("Invalid TableArn: Invalid ResourceArn provided as input " +
                            std::string(arn));
}

bool is_stream_arn(std::string_view arn) {
  return arn.find("/stream/") != std::string_view::npos;
}

Error resource_not_found(std::string_view arn) {
  // AWS's spelling.
  return errors::not_found("Requested resource not found: ResourcArn: " + std::string(arn) +
                           " not found");
}

}  // namespace keywright::engine
