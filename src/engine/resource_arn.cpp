#include "engine/resource_arn.hpp"

#include "core/errors.hpp"
#include "engine/validation.hpp"

namespace keywright::engine {
namespace {

constexpr std::string_view kTable = ":table/";

}  // namespace

Result<std::string_view> table_of_arn(std::string_view arn) {
  const auto at = arn.find(kTable);
  if (arn.starts_with("arn:") && at != std::string_view::npos) {
    const std::string_view name = arn.substr(at + kTable.size());
    if (!name.empty() && is_resource_name(name)) return name;
  }
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
