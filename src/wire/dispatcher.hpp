#pragma once
// DynamoDB's JSON 1.0 in front of a Database: the bytes of a request to the bytes of its answer,
// with no socket in between.

#include <keywright/database.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace keywright::wire {

struct Answer {
  unsigned status = 200;         ///< of HTTP
  std::string body{};            ///< JSON; empty for TagResource and UntagResource
  std::string_view operation{};  ///< "GetItem"; empty if the target is unknown (static storage)
  std::string error{};           ///< the exception without its namespace; empty on success
};

/// Owns a parser and its buffers: one per thread, and one request at a time.
class Dispatcher {
 public:
  /// `validation_envelope`: as of EngineOptions, for the texts of values that are found wrong
  /// before the database sees them.
  explicit Dispatcher(bool validation_envelope = true);
  ~Dispatcher();
  Dispatcher(Dispatcher&&) noexcept;
  Dispatcher& operator=(Dispatcher&&) noexcept;

  /// Answers one request. `target` is the value of X-Amz-Target. `body` is decompressed; with
  /// `padded` at least kPadding bytes behind it may be read, which saves a copy.
  [[nodiscard]] Answer answer(Database& database, std::string_view target, std::string_view body,
                              bool padded = false);

  static constexpr std::size_t kPadding = 64;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The status and body of any error, also of one that no operation reports, such as a signature
/// that does not hold.
[[nodiscard]] Answer error_answer(const Error& error);

}  // namespace keywright::wire
