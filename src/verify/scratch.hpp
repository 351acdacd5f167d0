#pragma once

// Tables that stand in for those of a model while it is tried, made and deleted again.

#include "apply/apply.hpp"
#include "apply/model_table.hpp"
#include "verify/requests.hpp"
#include "verify/verify.hpp"
#include <keywright/database.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::verify {

// With what patterns need: keys and indexes, on demand. No stream, no protection, nothing that
// expires by itself.
[[nodiscard]] std::vector<apply::ModelTable> scratch_tables(std::vector<apply::ModelTable> tables,
                                                            std::string_view suffix);

class Scratch {
 public:
  Scratch(Database& database, std::vector<apply::ModelTable> tables);

  // Until they are ACTIVE. What was made before an error is there to be deleted. A table that the
  // database refuses is a failure in its place.
  [[nodiscard]] Result<std::vector<std::optional<Failure>>> create(
      const apply::ApplyOptions& options);
  // Those that were made; the names of those that could not be deleted. `options` should not be
  // stopped.
  [[nodiscard]] std::vector<std::string> remove(const apply::ApplyOptions& options);

  [[nodiscard]] const TableNames& names() const { return names_; }

 private:
  Database& database_;
  std::vector<apply::ModelTable> tables_;
  TableNames names_;
  std::size_t begun_ = 0;  // so many may be there
};

}  // namespace keywright::verify
