// The errors in answers of a remote endpoint.

#include "wire/client_error.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <string>

namespace keywright::wire {
namespace {

/// What an answer means that does not name an exception of AWS's.
void judge_by_status(Error& error) {
  const int status = error.http_status;
  if (status == 429) {
    error.code = ErrorCode::throttled;
  } else if (status >= 500 && status != 500) {
    error.code = ErrorCode::unavailable;
  } else if (status >= 400 && status < 500) {
    error.code = ErrorCode::validation;
  } else {
    error.code = ErrorCode::internal;
  }
  error.retryable = status == 429 || status >= 500;
}

/// "HTTP 502: <html>...", of what is no JSON.
std::string quoted(int status, std::string_view body) {
  constexpr std::size_t kQuoted = 200;
  std::string text = "HTTP " + std::to_string(status);
  if (body.empty()) return text + " with an empty body";
  text += ": ";
  for (const char c : body.substr(0, kQuoted)) {
    text.push_back(
        static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? ' ' : c);
  }
  if (body.size() > kQuoted) text += "...";
  return text;
}

/// "com.amazonaws.dynamodb.v20120810#Name" or "Name", as "Name".
std::string_view exception_name(std::string_view type) {
  type = type.substr(0, type.find(':'));
  const std::size_t hash = type.rfind('#');
  return hash == std::string_view::npos ? type : type.substr(hash + 1);
}

/// AWS's own words for what is larger than an item may be; its exception is that of any fault.
bool says_item_too_large(std::string_view message) {
  return message.starts_with("Item size has exceeded the maximum allowed size") ||
         message.starts_with("Item size to update has exceeded the maximum allowed size");
}

std::string text_of(const Members& in, std::string_view name) {
  const auto found = in.find(name);
  std::string_view text;
  if (found && found->get(text) == simdjson::SUCCESS) return std::string(text);
  return {};
}

std::optional<Item> item_of(const Members& in) {
  const auto found = in.find("Item");
  if (!found) return std::nullopt;
  Faults faults(false);
  Item item;
  read_value(Cursor{*found, in.place, faults}, item);
  if (faults.any()) return std::nullopt;
  return item;
}

template <class Reason, class Read>
std::vector<Reason> reasons_of(const Members& in, std::string_view name, Read read) {
  std::vector<Reason> out;
  const auto found = in.find(name);
  JsonArray array;
  if (!found || found->get(array) != simdjson::SUCCESS) return out;
  for (const Json element : array) {
    JsonObject object;
    if (element.get(object) != simdjson::SUCCESS) continue;
    out.push_back(read(Members{object, in.place, in.faults}));
  }
  return out;
}

}  // namespace

Error error_of_answer(const JsonObject* object, int http_status, std::string_view body,
                      std::string_view request_id) {
  Faults faults(false);
  const Place root;
  Error error;
  std::string message;
  std::string type;
  if (object != nullptr) {
    const Members in{*object, root, faults};
    type = text_of(in, "__type");
    message = text_of(in, in.has("message") ? "message" : "Message");
    error = errors::from_exception(exception_name(type), "");
    error.item = item_of(in);
    error.reasons = reasons_of<CancellationReason>(in, "CancellationReasons", [](const Members& m) {
      return CancellationReason{text_of(m, "Code"), text_of(m, "Message"), item_of(m)};
    });
    error.throttling_reasons =
        reasons_of<ThrottlingReason>(in, "ThrottlingReasons", [](const Members& m) {
          return ThrottlingReason{text_of(m, "reason"), text_of(m, "resource")};
        });
  }
  error.http_status = http_status;
  error.request_id = request_id;
  // The exceptions that are `internal` by their name can all be tried again: this is none of them.
  if (error.code == ErrorCode::internal && !error.retryable) judge_by_status(error);
  if (error.code == ErrorCode::transaction_cancelled) {
    error.retryable =
        !error.reasons.empty() &&
        std::all_of(error.reasons.begin(), error.reasons.end(), errors::is_contention);
  }
  if (error.code == ErrorCode::validation && says_item_too_large(message)) {
    error.code = ErrorCode::item_too_large;
  }
  if (!message.empty()) {
    error.message = std::move(message);
  } else if (!error.exception.empty()) {
    error.message = error.exception + " (HTTP " + std::to_string(http_status) + ")";
  } else {
    error.message = quoted(http_status, body);
  }
  return error;
}

}  // namespace keywright::wire
