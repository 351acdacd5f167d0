#pragma once
// A Database that keeps the last request and answers what it was told to.

#include <keywright/uniform_database.hpp>

#include <any>
#include <type_traits>

namespace keywright::wire {

class RecordingDatabase final : public UniformDatabase<RecordingDatabase> {
 public:
  /// The last request; the test fails by an exception if it was of another operation.
  template <class Request>
  const Request& last() const {
    return std::any_cast<const Request&>(last_);
  }
  [[nodiscard]] bool called() const { return last_.has_value(); }

  /// What the next call answers: a response, or an empty one of its kind.
  std::any response{};

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request) {
    last_ = request;
    using Response = ResponseTo<Request>;
    if constexpr (std::is_void_v<Response>) {
      return {};
    } else {
      const auto* answer = std::any_cast<Response>(&response);
      return answer != nullptr ? *answer : Response{};
    }
  }

 private:
  std::any last_;
};

}  // namespace keywright::wire
