// The shared credentials file of the AWS CLI and SDKs.

#include "server/access_keys.hpp"

#include "core/errors.hpp"
#include "server/text.hpp"
#include "wire/sigv4.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace keywright::server {
namespace {

class AccessKeysReader {
 public:
  explicit AccessKeysReader(std::string_view file_name) : file_name_(file_name) {}

  Result<std::vector<AccessKey>> read(std::string_view text) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
      return errors::validation(std::string(file_name_) + " is UTF-16; save it as UTF-8");
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as some editors begin
    while (!text.empty()) {
      ++line_;
      const auto [line, rest] = halves_of(text, '\n');
      text = rest;
      if (auto read = read_line(trimmed(line)); !read) return std::move(read).error();
    }
    if (auto ended = end_profile(); !ended) return std::move(ended).error();
    if (keys_.empty()) {
      return errors::validation(std::string(file_name_) +
                                " has no aws_access_key_id; give a file in the form of "
                                "~/.aws/credentials");
    }
    return std::move(keys_);
  }

 private:
  [[nodiscard]] Error fault(std::string_view text) const {
    return errors::validation(std::string(file_name_) + ":" + std::to_string(line_) + ": " +
                              std::string(text));
  }

  Result<void> read_line(std::string_view line) {
    if (line.empty() || line[0] == '#' || line[0] == ';') return {};
    if (line[0] == '[') {
      if (line.back() != ']') return fault("a profile is written [name]");
      return end_profile();
    }
    const auto [name, value] = halves_of(line, '=');
    if (name.size() == line.size()) return fault("expected `name = value`, or [profile]");
    return set(trimmed(name), trimmed(value));
  }

  Result<void> set(std::string_view name, std::string_view value) {
    if (name == "aws_access_key_id") key_.access_key_id = value;
    if (name == "aws_secret_access_key") key_.secret_access_key = value;
    if (name == "aws_session_token") key_.session_token = value;
    if (name == "expiration") {
      std::string basic(value);  // 2026-01-31T12:00:00Z -> 20260131T120000Z
      std::erase_if(basic, [](char c) { return c == '-' || c == ':'; });
      key_.expires = wire::parse_basic_iso_time(basic);
      if (!key_.expires) return fault("expiration is written 2026-01-31T12:00:00Z");
    }
    return {};  // others, such as region, say nothing here
  }

  Result<void> end_profile() {
    AccessKey key = std::exchange(key_, {});
    if (key.access_key_id.empty() && key.secret_access_key.empty()) return {};
    if (key.access_key_id.empty()) return fault("the profile above has no aws_access_key_id");
    if (key.secret_access_key.empty())
      return fault("the profile above has no aws_secret_access_key");
    const auto same = std::find_if(keys_.begin(), keys_.end(), [&](const AccessKey& other) {
      return other.access_key_id == key.access_key_id;
    });
    if (same != keys_.end()) return fault(key.access_key_id + " is in this file twice");
    keys_.push_back(std::move(key));
    return {};
  }

  std::string_view file_name_;
  std::size_t line_ = 0;
  AccessKey key_;
  std::vector<AccessKey> keys_;
};

}  // namespace

Result<std::vector<AccessKey>> parse_access_keys(std::string_view text,
                                                 std::string_view file_name) {
  return AccessKeysReader(file_name).read(text);
}

}  // namespace keywright::server

namespace keywright {

Result<std::vector<AccessKey>> read_access_keys(const std::filesystem::path& file) {
  std::error_code ignored;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  char part[4096];
  while (stream.read(part, sizeof part) || stream.gcount() > 0) {
    text.append(part, static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.is_open() || stream.bad() || std::filesystem::is_directory(file, ignored)) {
    return errors::validation("cannot read the credentials file " + file.string() +
                              "; give a file that is readable, such as ~/.aws/credentials");
  }
  return server::parse_access_keys(text, file.string());
}

}  // namespace keywright
