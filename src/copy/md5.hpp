#pragma once
// MD5 of bytes that come piece by piece, as exports name their files by. It finds what was damaged,
// not what was forged.

#include <memory>
#include <string>
#include <string_view>

namespace keywright::copy {

class Md5 {
 public:
  Md5();
  ~Md5();
  Md5(const Md5&) = delete;
  Md5& operator=(const Md5&) = delete;

  void add(std::string_view bytes);
  /// In base64. Nothing may be added afterwards.
  [[nodiscard]] std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace keywright::copy
