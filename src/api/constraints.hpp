#pragma once
// The constraints of the API model, reported together: `2 validation errors detected: Value '' at
// 'tableName' failed to satisfy constraint: ...; Value ...`.

#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::api {

class Constraints {
 public:
  /// `constraint` says what holds of a right value.
  void violated(std::string_view value, std::string_view at, std::string_view constraint);
  void missing(std::string_view at);

  void length(std::string_view value, std::string_view at, std::size_t least, std::size_t most);
  void at_least(std::int64_t value, std::string_view at, std::int64_t least);
  void at_most(std::int64_t value, std::string_view at, std::int64_t most);
  /// 3 to 255 of the characters of table and index names.
  void resource_name(std::string_view value, std::string_view at);

  [[nodiscard]] Result<void> result() const;

 private:
  std::size_t count_ = 0;
  std::string texts_;
};

}  // namespace keywright::api
