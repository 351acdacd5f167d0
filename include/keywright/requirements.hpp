#pragma once
// What a write asks of the item as it stands, besides the precondition of its pattern: stored
// values that the caller knows, the version that was read, and the pattern's own condition.
//
// The first value that does not fit is kept, and is what the call returns. Part of an Update, a Put
// or a Delete; made for one call, by one thread.

#include <keywright/codec_state.hpp>
#include <keywright/condition.hpp>
#include <keywright/error.hpp>
#include <keywright/value_encoder.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright {

class Requirements {
 public:
  /// A stored value that must be as given; nullopt: that must not be stored.
  struct Guard {
    std::string_view attribute;
    std::optional<AttributeValue> value;
    bool or_absent = false;
    bool is_version = false;
  };

  /// Guards what the caller had to say of the item, since a key mentions it. An empty optional says
  /// that the field is not there.
  template <class T>
  void require_equal(std::string_view attribute, const T& value) {
    if (detail::is_absent(value)) {
      guards_.push_back({attribute, std::nullopt});
    } else {
      guards_.push_back({attribute, encode(attribute, value, {})});
    }
  }
  template <class T>
  void require_equal_or_absent(std::string_view attribute, const T& value) {
    if (detail::is_absent(value)) return require_equal(attribute, value);
    guards_.push_back({attribute, encode(attribute, value, {}), true});
  }
  /// The version that was read; nullopt demands none. An item that has no version yet reads as
  /// version 0, and so does one that is not there.
  void require_version(std::string_view attribute, std::optional<std::int64_t> version) {
    if (version) guards_.push_back({attribute, AttributeValue(*version), *version == 0, true});
  }
  void require(const Condition& condition) { condition_ = condition; }

  [[nodiscard]] const std::vector<Guard>& guards() const { return guards_; }
  [[nodiscard]] const std::optional<Condition>& condition() const { return condition_; }
  /// What was wrong with an argument; nullopt if nothing was.
  [[nodiscard]] const std::optional<Error>& error() const {
    return condition_ && condition_->error() && !encoder_.error() ? condition_->error()
                                                                  : encoder_.error();
  }

 protected:
  template <class T>
  AttributeValue encode(std::string_view path, const T& value, const FieldLimits& limits) {
    const auto mark = encoder_.enter(path);
    encoder_.check_limits(value, limits);
    auto encoded = encoder_.encode(value);
    encoder_.leave(mark);
    return encoded;
  }
  /// Keeps the first error.
  void keep(Error error) { encoder_.keep(std::move(error)); }

 private:
  ValueEncoder encoder_;
  std::vector<Guard> guards_;
  std::optional<Condition> condition_;
};

}  // namespace keywright
