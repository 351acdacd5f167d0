#pragma once
// The ways in which a conformance case reaches a database.

#include <memory>
#include <string>
#include <string_view>

namespace keywright::conformance {

struct Answer {
  unsigned status = 0;
  std::string body;
  bool was_asked = true;  ///< false: the request is one that this way has no words for
};

/// One case's database, empty at first.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;
  virtual Answer send(std::string_view operation, std::string_view body) = 0;
};

/// An engine in this process, by the wire layer's dispatcher.
[[nodiscard]] std::unique_ptr<Transport> in_process();
/// An engine behind a server of its own, by HTTP.
[[nodiscard]] std::unique_ptr<Transport> over_http();
/// The same server by connect(): what a case says becomes a typed request, and the typed response
/// or error becomes the answer. What the structs cannot say, such as a string where a number
/// belongs, is not asked.
[[nodiscard]] std::unique_ptr<Transport> by_client();
/// The same by connect() to a server that runs elsewhere. Its tables are deleted first, and a
/// change of a table is waited for.
[[nodiscard]] std::unique_ptr<Transport> at_url(const std::string& url);

}  // namespace keywright::conformance
