#include "repository/write_requests.hpp"

namespace keywright::repository {

bool meets_expired(const Runtime& runtime, const Update& update,
                   const std::optional<Item>& stored) {
  const bool may_create =
      update.pattern().precondition == Precondition::none && update.states().empty();
  return may_create && stored && runtime.is_expired(*stored, update.pattern().ttl_attribute);
}

Result<void> delete_expired(const Runtime& runtime, Call& call, const Update& update) {
  DeleteItemRequest request;
  request.table_name = runtime.table_name();
  request.key = update.key();
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  use(expired(runtime, update.pattern()), request);
  auto response = send(runtime, call.tally(), call.deadline(), Repeat::if_not_done,
                       [&] { return runtime.database().delete_item(request); });
  if (response) {
    call.tally().add_writes(response->consumed_capacity);
  } else if (response.error().code != ErrorCode::condition_failed) {
    return std::move(response).error();
  }
  return {};
}

}  // namespace keywright::repository
