#pragma once
// JSON out: appends to one string, straight from what is to be written.

#include <keywright/clock.hpp>
#include <keywright/item.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::wire {

/// A JSON string. What is not ASCII stays as it is.
void append_string(std::string& out, std::string_view text);
void append_integer(std::string& out, std::int64_t value);
/// With a point at all times: `1.0`.
void append_double(std::string& out, double value);
/// Seconds since the epoch as a plain decimal, with a fraction only if there is one.
void append_date(std::string& out, TimePoint time);
/// DynamoDB JSON: `{"S":"a"}`.
void append_value(std::string& out, ValueView value);
/// DynamoDB JSON of the attributes: `{"pk":{"S":"a"}}`.
void append_item(std::string& out, const Item& item);

/// An object in the making: `{` at birth, `}` at the end. What it writes knows only the string.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_.push_back('{'); }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  ~ObjectWriter() { out_.push_back('}'); }

  /// Begins a member, whose value the caller appends. `name` is a plain one: nothing to escape.
  std::string& begin(std::string_view name) {
    if (out_.back() != '{') out_.push_back(',');
    out_.push_back('"');
    out_.append(name);
    out_.append("\":");
    return out_;
  }
  /// The same for a name that comes from outside.
  std::string& begin_any(std::string_view name) {
    if (out_.back() != '{') out_.push_back(',');
    append_string(out_, name);
    out_.push_back(':');
    return out_;
  }

 private:
  std::string& out_;
};

}  // namespace keywright::wire
