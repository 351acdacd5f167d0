#pragma once
// Key templates: how the fields of an entity become the text of a key attribute.
//
// "JOB#{job_id}" is literal text and components. A component is encoded so that keys are injective,
// keep the order of the fields and are exact as prefixes: bytes 0x00-0x25 are written %XX, all
// others as they are. An integer names its limits, "{seq:0..9999}", and is zero padded to the width
// of the greatest (counted from the least, if that is negative). "{name*}" stands for the beginning
// of a text. Templates are constants, checked by the compiler, and safe from any thread.

#include <keywright/error.hpp>
#include <keywright/key_value.hpp>
#include <keywright/named_enum.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>
#include <keywright/uuid.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

struct KeyPart {
  std::string_view text;  ///< the literal, or the name of the component
  bool is_component = false;
  bool is_partial = false;  ///< {name*}
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

class KeyTemplate {
 public:
  static constexpr std::size_t kMaxParts = 16;

  /// Called with its components: the value of the key attribute, or the error that names the
  /// component that does not fit.
  template <class... Components>
  [[nodiscard]] KeyValue operator()(const Components&... components) const;

  /// Whether a key could have come from this template.
  [[nodiscard]] bool matches(std::string_view key) const;

  [[nodiscard]] constexpr std::string_view entity() const { return entity_; }
  [[nodiscard]] constexpr std::string_view attribute() const { return attribute_; }
  [[nodiscard]] constexpr std::string_view text() const { return text_; }
  [[nodiscard]] constexpr std::size_t max_size() const { return max_size_; }
  [[nodiscard]] constexpr std::size_t part_count() const { return count_; }
  [[nodiscard]] constexpr const KeyPart& part(std::size_t index) const { return parts_[index]; }

 protected:
  consteval KeyTemplate(std::string_view entity, std::string_view attribute, std::string_view text,
                        std::size_t max_size)
      : entity_(entity), attribute_(attribute), text_(text), max_size_(max_size) {
    parse();
  }

 private:
  consteval void parse();
  static consteval KeyPart component(std::string_view inside);
  static consteval std::int64_t integer(std::string_view text);

  std::string_view entity_;
  std::string_view attribute_;
  std::string_view text_;
  std::size_t max_size_;
  std::array<KeyPart, kMaxParts> parts_{};
  std::size_t count_ = 0;
};

/// The template of a partition key: at most 2048 bytes.
struct PartitionTemplate : KeyTemplate {
  consteval PartitionTemplate(std::string_view entity, std::string_view attribute,
                              std::string_view text)
      : KeyTemplate(entity, attribute, text, kMaxPartitionKeySize) {}
};

/// The template of a sort key: at most 1024 bytes.
struct SortTemplate : KeyTemplate {
  consteval SortTemplate(std::string_view entity, std::string_view attribute, std::string_view text)
      : KeyTemplate(entity, attribute, text, kMaxSortKeySize) {}
};

/// Fills a template, component by component. The first component that does not fit is the error.
class KeyTextWriter {
 public:
  explicit KeyTextWriter(const KeyTemplate& key_template);

  void add(std::string_view text);
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(const char* text) { add(std::string_view(text)); }
  void add(const Ulid& id);
  void add(const Uuid& id);
  void add(Timestamp time);
  void add(Date date);
  void add(EpochSeconds time) { add_integer(time.time_since_epoch().count()); }
  template <std::same_as<bool> T>
  void add(T value) {
    add_plain(value ? "true" : "false");
  }
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  void add(T value) {
    add_integer(static_cast<std::int64_t>(value));
  }
  template <NamedEnum E>
  void add(E value) {
    add_name(name_of(value));
  }

  [[nodiscard]] KeyValue finish();

 private:
  const KeyPart* next_component();
  void add_literals();
  void add_plain(std::string_view text);  // text that needs no escapes
  void add_name(std::string_view name);   // of a value of an enumeration; empty: of none
  void add_integer(std::int64_t value);
  void fail(std::string_view component, std::string_view problem);

  const KeyTemplate& template_;
  std::size_t position_ = 0;
  KeyValue value_;
};

template <class... Components>
KeyValue KeyTemplate::operator()(const Components&... components) const {
  KeyTextWriter writer(*this);
  (writer.add(components), ...);
  return writer.finish();
}

consteval void KeyTemplate::parse() {
  std::size_t at = 0;
  while (at < text_.size()) {
    if (count_ == kMaxParts) throw "a key template has at most 16 parts";
    const bool opens = text_[at] == '{';
    const auto end = text_.find(opens ? '}' : '{', at);
    if (opens) {
      if (end == std::string_view::npos) throw "a component of a key template is not closed";
      parts_[count_++] = component(text_.substr(at + 1, end - at - 1));
      at = end + 1;
    } else {
      const auto stop = end == std::string_view::npos ? text_.size() : end;
      parts_[count_++].text = text_.substr(at, stop - at);
      at = stop;
    }
  }
}

consteval KeyPart KeyTemplate::component(std::string_view inside) {
  KeyPart part{.text = inside, .is_component = true};
  if (const auto colon = inside.find(':'); colon != std::string_view::npos) {
    const auto limits = inside.substr(colon + 1);
    const auto dots = limits.find("..");
    if (dots == std::string_view::npos) throw "the limits of a component are written min..max";
    part.text = inside.substr(0, colon);
    part.min = integer(limits.substr(0, dots));
    part.max = integer(limits.substr(dots + 2));
    if (part.min > part.max) throw "the limits of a component are in the wrong order";
  } else if (inside.ends_with('*')) {
    part.text = inside.substr(0, inside.size() - 1);
    part.is_partial = true;
  }
  if (part.text.empty()) throw "a component of a key template has no name";
  return part;
}

consteval std::int64_t KeyTemplate::integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty()) throw "a limit of a component is no integer";
  std::int64_t value = 0;  // counted downwards, as the least integer has no positive twin
  for (const char c : text) {
    if (c < '0' || c > '9') throw "a limit of a component is no integer";
    value = value * 10 - (c - '0');
  }
  return negative ? value : -value;
}

}  // namespace keywright
