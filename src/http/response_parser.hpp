#pragma once
// The HTTP/1 response parser. The only header in front of Beast, which one translation unit
// includes.

#include "http/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace keywright::http {

/// Reads one answer; interim ones (100 Continue) are passed over.
class ResponseParser {
 public:
  enum class State : std::uint8_t { reading, complete, malformed, too_large };

  /// `bodiless`: it answers a HEAD.
  ResponseParser(std::size_t max_body, bool bodiless);
  ~ResponseParser();

  /// Returns how many of the bytes it has taken; the others must be given again with more behind.
  std::size_t feed(std::string_view bytes);
  /// Nothing more comes: the end of a body without a length, or of half an answer.
  void feed_end();

  [[nodiscard]] State state() const;
  /// Whether the connection may carry another request.
  [[nodiscard]] bool keep_alive() const;
  [[nodiscard]] Response take();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::http
