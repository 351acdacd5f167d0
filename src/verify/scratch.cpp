#include "verify/scratch.hpp"

#include "wire/client_codec.hpp"

#include <utility>

namespace keywright::verify {
namespace {

constexpr int kMostTries = 60;
constexpr std::size_t kMostName = 200;  // of 255 characters, so that a suffix has room

}  // namespace

std::vector<apply::ModelTable> scratch_tables(std::vector<apply::ModelTable> tables,
                                              std::string_view suffix) {
  std::vector<apply::ModelTable> scratch;
  for (auto& table : tables) {
    apply::ModelTable made;
    made.label = table.label;
    auto& definition = made.definition;
    definition.table_name = "keywright-verify-" + table.definition.table_name.substr(0, kMostName) +
                            "-" + std::string(suffix);
    definition.key_schema = std::move(table.definition.key_schema);
    definition.attribute_definitions = std::move(table.definition.attribute_definitions);
    definition.local_secondary_indexes = std::move(table.definition.local_secondary_indexes);
    definition.global_secondary_indexes = std::move(table.definition.global_secondary_indexes);
    for (auto& index : definition.global_secondary_indexes) index.provisioned_throughput.reset();
    definition.billing_mode = BillingMode::pay_per_request;
    scratch.push_back(std::move(made));
  }
  return scratch;
}

Scratch::Scratch(Database& database, std::vector<apply::ModelTable> tables)
    : database_(database), tables_(std::move(tables)) {
  for (const auto& table : tables_) names_.push_back(table.definition.table_name);
}

Result<std::vector<std::optional<Failure>>> Scratch::create(const apply::ApplyOptions& options) {
  std::vector<std::optional<Failure>> failures;
  for (const auto& table : tables_) {
    // Also whether anybody is there: what follows is patient.
    auto state = apply::read_idle_state(database_, table.definition.table_name, options);
    if (!state) return std::move(state).error();
    ++begun_;
    auto made = apply::apply(database_, table, apply::diff({}, table), options);
    failures.emplace_back();
    if (made.error && made.error->code == ErrorCode::validation) {
      failures.back() =
          Failure{"its table",
                  "the table cannot be made",
                  {"CreateTable", wire::encode(table.definition), error_text(*made.error)}};
      continue;
    }
    if (made.error) return *std::move(made.error);
    if (!made.is_complete()) {
      Error error;
      error.code = ErrorCode::unavailable;
      error.message = "table " + table.definition.table_name + " does not show after it was made";
      return error;
    }
  }
  return failures;
}

std::vector<std::string> Scratch::remove(const apply::ApplyOptions& options) {
  std::vector<std::string> left;
  for (std::size_t i = 0; i < begun_; ++i) {
    bool is_gone = false;
    // While it is being created it cannot be deleted.
    for (int tries = 0; tries < kMostTries && !is_gone; ++tries) {
      const auto deleted = database_.delete_table({names_[i], options.control});
      is_gone = deleted || deleted.error().code == ErrorCode::not_found;
      const bool may_repeat = !is_gone && deleted.error().code == ErrorCode::conflict;
      if (!is_gone && (!may_repeat || !options.pause(std::chrono::milliseconds(1000)))) break;
    }
    if (!is_gone) left.push_back(names_[i]);
  }
  begun_ = 0;
  return left;
}

}  // namespace keywright::verify
