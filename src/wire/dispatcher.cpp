#include "wire/dispatcher.hpp"

#include "core/errors.hpp"
#include "wire/operations.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::wire {
namespace {

static_assert(Dispatcher::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view kItems = "DynamoDB_20120810.";
constexpr std::string_view kStreams = "DynamoDBStreams_20120810.";

/// An item in 32 levels has 66 in JSON. What is far deeper is no request.
constexpr std::size_t kMaxDepth = 256;
/// The parser keeps some 14 times its largest body; after one larger than this it begins anew.
constexpr std::size_t kKeptBody = 256 * 1024;
/// Room for the answer to a read of one item.
constexpr std::size_t kExpectedAnswer = 1024;

using Handler = void (*)(Database&, const Members&, Answer&);

Answer failed(const Error& error, std::string_view operation) {
  Answer answer = error_answer(error);
  answer.operation = operation;
  return answer;
}

template <class Method>
struct Signature;
template <class Response_, class Request_>
struct Signature<Result<Response_> (Database::*)(const Request_&)> {
  using Request = Request_;
  using Response = Response_;
};

/// Reads the request, calls the database, writes what it says.
template <auto kMethod>
void handle(Database& database, const Members& in, Answer& answer) {
  using Call = Signature<decltype(kMethod)>;
  typename Call::Request request;
  read_members(in, request);
  if (in.faults.any()) {
    answer = failed(in.faults.error(), answer.operation);
    return;
  }
  const Result<typename Call::Response> result = (database.*kMethod)(request);
  if (!result) {
    answer = failed(result.error(), answer.operation);
    return;
  }
  if constexpr (!std::is_void_v<typename Call::Response>) {
    answer.body.reserve(kExpectedAnswer);
    ObjectWriter object(answer.body);
    write_answer(object, request, *result);
  }
}

struct Operation {
  std::string_view name;
  Handler handler = nullptr;  // null: known to AWS alone
  std::string_view prefix = kItems;
};

// All operations of DynamoDB, sorted by name.
constexpr std::array<Operation, 66> kOperations{{
    {"BatchExecuteStatement", handle<&Database::batch_execute_statement>},
    {"BatchGetItem", handle<&Database::batch_get_item>},
    {"BatchWriteItem", handle<&Database::batch_write_item>},
    {"CancelBulkOperation"},
    {"CreateBackup"},
    {"CreateGlobalTable"},
    {"CreateTable", handle<&Database::create_table>},
    {"DeleteBackup"},
    {"DeleteItem", handle<&Database::delete_item>},
    {"DeleteResourcePolicy", handle<&Database::delete_resource_policy>},
    {"DeleteTable", handle<&Database::delete_table>},
    {"DescribeBackup"},
    {"DescribeBulkOperation"},
    {"DescribeContinuousBackups"},
    {"DescribeContributorInsights"},
    {"DescribeEndpoints", handle<&Database::describe_endpoints>},
    {"DescribeExport"},
    {"DescribeGlobalTable"},
    {"DescribeGlobalTableSettings"},
    {"DescribeImport"},
    {"DescribeKinesisStreamingDestination"},
    {"DescribeLimits", handle<&Database::describe_limits>},
    {"DescribeStream", handle<&Database::describe_stream>, kStreams},
    {"DescribeTable", handle<&Database::describe_table>},
    {"DescribeTableReplicaAutoScaling"},
    {"DescribeTimeToLive", handle<&Database::describe_time_to_live>},
    {"DisableKinesisStreamingDestination"},
    {"EnableKinesisStreamingDestination"},
    {"ExecuteStatement", handle<&Database::execute_statement>},
    {"ExecuteTransaction", handle<&Database::execute_transaction>},
    {"ExportTableToPointInTime"},
    {"GetItem", handle<&Database::get_item>},
    {"GetRecords", handle<&Database::get_records>, kStreams},
    {"GetResourcePolicy", handle<&Database::get_resource_policy>},
    {"GetShardIterator", handle<&Database::get_shard_iterator>, kStreams},
    {"ImportTable"},
    {"ListBackups"},
    {"ListBulkOperations"},
    {"ListContributorInsights"},
    {"ListExports"},
    {"ListGlobalTables"},
    {"ListImports"},
    {"ListStreams", handle<&Database::list_streams>, kStreams},
    {"ListTables", handle<&Database::list_tables>},
    {"ListTagsOfResource", handle<&Database::list_tags_of_resource>},
    {"PutItem", handle<&Database::put_item>},
    {"PutResourcePolicy", handle<&Database::put_resource_policy>},
    {"Query", handle<&Database::query>},
    {"RestoreTableFromBackup"},
    {"RestoreTableToPointInTime"},
    {"Scan", handle<&Database::scan>},
    {"SearchVectors"},
    {"StartBulkPutItems"},
    {"TagResource", handle<&Database::tag_resource>},
    {"TransactGetItems", handle<&Database::transact_get_items>},
    {"TransactWriteItems", handle<&Database::transact_write_items>},
    {"UntagResource", handle<&Database::untag_resource>},
    {"UpdateContinuousBackups"},
    {"UpdateContributorInsights"},
    {"UpdateGlobalTable"},
    {"UpdateGlobalTableSettings"},
    {"UpdateItem", handle<&Database::update_item>},
    {"UpdateKinesisStreamingDestination"},
    {"UpdateTable", handle<&Database::update_table>},
    {"UpdateTableReplicaAutoScaling"},
    {"UpdateTimeToLive", handle<&Database::update_time_to_live>},
}};
static_assert(std::ranges::is_sorted(kOperations, {}, &Operation::name));

/// nullptr if there is no operation of that target.
const Operation* find_operation(std::string_view target) {
  const std::size_t dot = target.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string_view prefix = target.substr(0, dot + 1);
  const std::string_view name = target.substr(dot + 1);
  const auto* const found = std::ranges::lower_bound(kOperations, name, {}, &Operation::name);
  if (found == kOperations.end() || found->name != name || found->prefix != prefix) return nullptr;
  return found;
}

Error unknown_operation(std::string text) {
  return errors::from_exception("UnknownOperationException", std::move(text));
}

Error unreadable(const std::string& why) {
  return errors::from_exception("SerializationException", why);
}

}  // namespace

class Dispatcher::Impl {
 public:
  explicit Impl(bool validation_envelope) : validation_envelope_(validation_envelope) {
    // A parser without this memory says so when it parses.
    [[maybe_unused]] const auto error = parser_.allocate(0, kMaxDepth);
  }

  Answer answer(Database& database, const Operation& operation, std::string_view body,
                bool padded) {
    Answer answer{.operation = operation.name};
    Json json;
    // The parser copies from an empty body too, and copying from a null pointer is undefined.
    if (body.empty()) body = "";
    if (const auto error = parser_.parse(body.data(), body.size(), !padded).get(json)) {
      answer =
          failed(unreadable(std::string("The body is not JSON: ") + simdjson::error_message(error)),
                 operation.name);
    } else if (JsonObject object; json.get(object) == simdjson::SUCCESS) {
      Faults faults(validation_envelope_);
      const Place root;
      operation.handler(database, Members{object, root, faults}, answer);
    } else {
      answer = failed(unreadable("The body is not a JSON object"), operation.name);
    }
    if (body.size() > kKeptBody) *this = Impl(validation_envelope_);
    return answer;
  }

 private:
  simdjson::dom::parser parser_;
  bool validation_envelope_;
};

Dispatcher::Dispatcher(bool validation_envelope)
    : impl_(std::make_unique<Impl>(validation_envelope)) {}
Dispatcher::~Dispatcher() = default;
Dispatcher::Dispatcher(Dispatcher&&) noexcept = default;
Dispatcher& Dispatcher::operator=(Dispatcher&&) noexcept = default;

Answer Dispatcher::answer(Database& database, std::string_view target, std::string_view body,
                          bool padded) {
  const Operation* operation = find_operation(target);
  if (operation == nullptr) return error_answer(unknown_operation(""));
  if (operation->handler == nullptr) {
    return failed(
        unknown_operation("The operation " + std::string(operation->name) + " is not supported."),
        operation->name);
  }
  return impl_->answer(database, *operation, body, padded);
}
}  // namespace keywright::wire
