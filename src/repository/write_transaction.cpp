#include "repository/errors.hpp"
#include <keywright/write_transaction.hpp>

#include <fmt/format.h>

namespace keywright {

void WriteTransaction::update(Update update) {
  if (update.error()) keep(*update.error());
  operations_.emplace_back(std::move(update));
}

void WriteTransaction::transition(Update update) {
  transition_ = operations_.size();
  this->update(std::move(update));
}

void WriteTransaction::put(const WritePattern& pattern, Result<Item> item) {
  if (!item) {
    keep(std::move(item).error());
  } else {
    operations_.emplace_back(Put{*std::move(item), pattern});
  }
}

void WriteTransaction::disagree(std::string_view name, std::string_view other_name) {
  keep(repository::validation(
      fmt::format("{}: {} is not {}, though both name the same", pattern_.name, name, other_name)));
}

}  // namespace keywright
