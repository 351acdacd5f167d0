#pragma once
// Every call twice: on one database as it is, and over the wire on another that should be just
// like it. Fails the running test where the answers differ.

#include "fields.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/uniform_database.hpp>

#include <string>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::wire {

class MirroredDatabase final : public UniformDatabase<MirroredDatabase> {
 public:
  MirroredDatabase(Database& direct, Database& behind) : direct_(direct), behind_(behind) {}

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request) {
    return compared(request, send(direct_, request));
  }

  [[nodiscard]] std::size_t calls() const { return calls_; }
  [[nodiscard]] std::size_t errors() const { return errors_; }

 private:
  /// The answer over the wire, compared with the direct one.
  template <class Request, class Answered = Result<ResponseTo<Request>>>
  Answered compared(const Request& request, const Answered& direct) {
    const std::string body = encode(request);
    const Answer answer = dispatcher_.answer(behind_, kTarget<Request>, body);
    const int status = static_cast<int>(answer.status);
    Answered remote = status == 200 ? decoder_.decode(request, answer.body)
                                    : Answered(decoder_.decode_error(status, answer.body, ""));
    ++calls_;
    if (!direct) ++errors_;
    EXPECT_TRUE(same(direct, remote, status)) << OperationOf<Request>::kName << ' ' << body << '\n'
                                              << answer.body << '\n'
                                              << (remote ? "" : remote.error().message) << '\n'
                                              << (direct ? "" : direct.error().message);
    return remote;
  }

  template <class Answered>
  static bool same(const Answered& direct, const Answered& remote, int status) {
    if (direct.has_value() != remote.has_value()) return false;
    if (!direct) {
      Error expected = direct.error();
      expected.http_status = status;
      return fields::equal(expected, remote.error());
    }
    if constexpr (std::is_same_v<Answered, Result<void>>) {
      return true;
    } else {
      return fields::equal(*direct, *remote);
    }
  }

  Database& direct_;
  Database& behind_;
  Dispatcher dispatcher_;
  AnswerDecoder decoder_;
  std::size_t calls_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace keywright::wire
