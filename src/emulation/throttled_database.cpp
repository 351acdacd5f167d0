// Single items and pages, and table operations.

#include "api/table_name.hpp"
#include "emulation/throttled_impl.hpp"
#include <keywright/throttled_database.hpp>

#include <algorithm>
#include <utility>

namespace keywright {
namespace emulation {

bool is_charged(const Error& error) {
  if (error.code == ErrorCode::condition_failed) return true;
  return std::any_of(error.reasons.begin(), error.reasons.end(),
                     [](const auto& reason) { return reason.code == "ConditionalCheckFailed"; });
}

namespace {

template <class Response, class Request>
Result<Response> throttle(Database& inner, Throughputs& throughputs, const Request& request,
                          Result<Response> (Database::*operation)(const Request&)) {
  const Admission admission = throughputs.admit(demand_of(request));
  if (!admission.overruns.empty()) return throttled(admission.overruns);
  return call_and_settle(inner, throughputs, request, std::span(&admission.ticket, 1), operation);
}

/// The plain name of a table that was operated on.
std::string_view plain(const std::string& table_name) {
  return api::table_name_of(table_name).value();
}

}  // namespace
}  // namespace emulation

using namespace emulation;

ThrottledDatabase::ThrottledDatabase(Database& database, ThrottleOptions options)
    : ForwardingDatabase(database), impl_(std::make_unique<Impl>(database, std::move(options))) {}
ThrottledDatabase::~ThrottledDatabase() = default;

void ThrottledDatabase::reset() {
  impl_->throughputs.reset();
}

Result<GetItemResponse> ThrottledDatabase::get_item(const GetItemRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::get_item);
}
Result<PutItemResponse> ThrottledDatabase::put_item(const PutItemRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::put_item);
}
Result<UpdateItemResponse> ThrottledDatabase::update_item(const UpdateItemRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::update_item);
}
Result<DeleteItemResponse> ThrottledDatabase::delete_item(const DeleteItemRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::delete_item);
}
Result<QueryResponse> ThrottledDatabase::query(const QueryRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::query);
}
Result<ScanResponse> ThrottledDatabase::scan(const ScanRequest& request) {
  return throttle(inner(), impl_->throughputs, request, &Database::scan);
}

// Descriptions are read and kept under one lock: one from before the change is there by now.
Result<TableResponse> ThrottledDatabase::create_table(const CreateTableRequest& request) {
  auto response = inner().create_table(request);
  if (response) impl_->throughputs.forget(plain(request.table_name));
  return response;
}
Result<TableResponse> ThrottledDatabase::update_table(const UpdateTableRequest& request) {
  auto response = inner().update_table(request);
  if (response) impl_->throughputs.changed(plain(request.table_name));
  return response;
}
Result<TableResponse> ThrottledDatabase::delete_table(const DeleteTableRequest& request) {
  auto response = inner().delete_table(request);
  if (response) impl_->throughputs.forget(plain(request.table_name));
  return response;
}

}  // namespace keywright
