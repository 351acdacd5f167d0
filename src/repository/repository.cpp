#include "repository/runtime.hpp"
#include <keywright/repository.hpp>

#include <utility>

namespace keywright {

Repository::Repository(Database& database, const TableSchema& table, RepositoryOptions options)
    : runtime_(std::make_shared<const repository::Runtime>(database, table, std::move(options))) {}

Timestamp Repository::now() const {
  return runtime_->now();
}

}  // namespace keywright
