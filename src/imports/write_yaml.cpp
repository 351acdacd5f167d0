#include "imports/write_yaml.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace keywright::imports {
namespace {

constexpr std::size_t widest = 118;

bool is_printable(char32_t c) {
  const bool ascii = c >= 0x20 && c < 0x7F;
  const bool beyond = (c >= 0xA0 && c < 0xD800) || (c >= 0xE000 && c < 0xFFFE) || c >= 0x10000;
  // What YAML 1.1 takes for a line break or a mark ends a comment.
  return ascii || (beyond && c != 0x2028 && c != 0x2029 && c != 0xFEFF);
}

void append_escaped(std::string& out, char32_t c) {
  char text[12];
  std::snprintf(text, sizeof text, c > 0xFFFF ? "\\U%08X" : "\\u%04X", static_cast<unsigned>(c));
  out += text;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter next = decode_utf8(text, at);
    if (next.character == '"' || next.character == '\\') out.push_back('\\');
    if (is_printable(next.character)) {
      out += text.substr(at, next.size);
    } else {
      append_escaped(out, next.character);
    }
    at += next.size;
  }
  return out + "\"";
}

// Whether text needs no quotes, in a map in braces too.
bool is_plain(std::string_view text) {
  constexpr std::array words{std::string_view{"true"}, std::string_view{"false"},
                             std::string_view{"null"}, std::string_view{"yes"},
                             std::string_view{"no"},   std::string_view{"on"},
                             std::string_view{"off"}};
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto fits = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '<' || c == '>';
  };
  if (text.empty() || !letter(text.front()) || !std::all_of(text.begin(), text.end(), fits))
    return false;
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return std::find(words.begin(), words.end(), small) == words.end();
}

std::string scalar(std::string_view text) {
  return is_plain(text) ? std::string(text) : in_quotes(text);
}

std::string list(const std::vector<std::string>& names) {
  std::string out = "[";
  for (const std::string& name : names) out += (out.size() > 1 ? ", " : "") + scalar(name);
  return out + "]";
}

// `key: value` pairs on their way into one map in braces.
class Flow {
 public:
  Flow& raw(std::string_view key, const std::string& value) {
    parts_.push_back(std::string(key) + ": " + value);
    return *this;
  }
  Flow& text(std::string_view key, std::string_view value) {
    return value.empty() ? *this : raw(key, scalar(value));
  }
  Flow& names(std::string_view key, const std::vector<std::string>& value) {
    return value.empty() ? *this : raw(key, list(value));
  }
  Flow& number(std::string_view key, const std::optional<std::uint64_t>& value) {
    return value ? raw(key, std::to_string(*value)) : *this;
  }
  [[nodiscard]] bool empty() const { return parts_.empty(); }

  // Broken where a line would be too wide; `column` is where the map begins.
  [[nodiscard]] std::string braces(std::size_t column = 0) const {
    std::string out = "{";
    std::size_t line = column + 1;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const std::string part = parts_[i] + (i + 1 < parts_.size() ? "," : "}");
      if (i > 0 && column > 0 && line + 1 + part.size() > widest) {
        out += "\n" + std::string(column + 1, ' ');
        line = column + 1;
      } else if (i > 0) {
        out += ' ';
        ++line;
      }
      out += part;
      line += part.size();
    }
    return parts_.empty() ? "{}" : out;
  }

 private:
  std::vector<std::string> parts_;
};

// The width to which names are padded so that what follows stands in one column, unless it is far.
template <typename Things>
std::size_t pad_of(const Things& things, std::size_t most) {
  std::size_t width = 0;
  for (const auto& thing : things) {
    const std::size_t size = scalar(thing.name).size();
    if (size <= most) width = std::max(width, size);
  }
  return width + 2;
}

std::string padded(std::string_view name, std::size_t width) {
  std::string out = scalar(name) + ":";
  out.resize(std::max(out.size() + 1, width), ' ');
  return out;
}

std::string key_text(const DraftKey& key) {
  if (!key.is_native()) return scalar(key.text);
  return key.fields.size() == 1 ? "{field: " + scalar(key.fields.front()) + "}" : list(key.fields);
}

Flow key_flow(const std::optional<DraftKey>& pk, const std::optional<DraftKey>& sk) {
  Flow flow;
  if (pk) flow.raw("pk", key_text(*pk));
  if (sk) flow.raw("sk", key_text(*sk));
  return flow;
}

class Writer {
 public:
  explicit Writer(const Draft& draft) : draft_(draft) {}

  std::string run(std::string_view source) {
    comment(0, "Imported from " + std::string(source) +
                   ". What it does not say is marked `decide:`, and what was guessed `check:`. It "
                   "knows no rates, sizes or numbers of items.");
    for (const std::string& each : draft_.comments) comment(0, each);
    out_ += "keywright: 1\nname: " + scalar(draft_.name) + "\n\naccess_patterns:";
    write_patterns();
    if (!draft_.entities.empty()) out_ += "\nentities:\n";
    for (const DraftEntity& entity : draft_.entities) write_entity(entity);
    if (draft_.tables.size() == 1) {
      out_ += "\ntable:\n";
      write_table(draft_.tables.front(), 2, true);
    } else if (!draft_.tables.empty()) {
      out_ += "\ntables:\n";
      for (const DraftTable& table : draft_.tables) {
        out_ += "  " + scalar(table.name) + ":\n";
        write_table(table, 4, false);
      }
    }
    return std::move(out_);
  }

 private:
  void indent(std::size_t columns) { out_.append(columns, ' '); }

  // On lines of its own, wrapped; nothing in it can end the comment.
  void comment(std::size_t column, std::string_view text) {
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
      const DecodedCharacter next = decode_utf8(text, at);
      clean += is_printable(next.character) ? std::string(text.substr(at, next.size)) : " ";
      at += next.size;
    }
    std::string_view rest = clean;
    while (!rest.empty()) {
      std::size_t end = rest.size();
      if (column + 2 + end > widest) {
        end = rest.rfind(' ', widest - column - 2);
        if (end == std::string_view::npos || end == 0)
          end = std::min(rest.find(' ', 1), rest.size());
      }
      indent(column);
      out_.append("# ").append(rest.substr(0, end)).append("\n");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void write_patterns() {
    if (draft_.patterns.empty()) out_ += " {}";
    out_ += "\n";
    for (const std::string& each : draft_.pattern_comments) comment(2, each);
    const std::size_t width = pad_of(draft_.patterns, 30);
    for (const DraftPattern& pattern : draft_.patterns) {
      for (const std::string& each : pattern.comments) comment(2, each);
      const std::string name = padded(pattern.name, width);
      out_ += "  " + name;
      if (pattern.op == "transact") {
        write_transaction(pattern);
      } else {
        out_ += pattern_flow(pattern).braces(2 + name.size()) + "\n";
      }
    }
  }

  static Flow pattern_flow(const DraftPattern& pattern) {
    Flow flow;
    flow.text("op", pattern.op).text("entity", pattern.entity).names("returns", pattern.returns);
    flow.names("by", pattern.by);
    if (!pattern.range_op.empty()) flow.text("range", pattern.range_field + " " + pattern.range_op);
    if (!pattern.order.empty()) {
      flow.raw("order", pattern.order + (pattern.descending ? " desc" : " asc"));
    }
    flow.number("page", pattern.page).text("using", pattern.using_index);
    flow.names("set", pattern.set).names("add", pattern.add).names("remove", pattern.remove);
    if (pattern.strong) flow.raw("consistency", "strong");
    if (pattern.op == "scan") flow.raw("kind", "admin");
    return flow;
  }

  void write_transaction(const DraftPattern& pattern) {
    while (out_.ends_with(' ')) out_.pop_back();
    out_ += "\n    op: transact\n    steps:\n";
    for (const DraftPattern& step : pattern.steps) {
      out_ += "      - " + pattern_flow(step).braces(8) + "\n";
    }
  }

  void write_entity(const DraftEntity& entity) {
    for (const std::string& each : entity.comments) comment(2, each);
    out_ += "  " + scalar(entity.name) + ":\n";
    if (draft_.tables.size() > 1) out_ += "    table: " + scalar(entity.table) + "\n";
    out_ += entity.fields.empty() ? "    fields: {}\n" : "    fields:\n";
    const std::size_t width = pad_of(entity.fields, 24);
    for (const DraftField& field : entity.fields) write_field(field, width);
    if (const Flow key = key_flow(entity.pk, entity.sk); !key.empty()) {
      out_ += "    key: " + key.braces(9) + "\n";
    }
    if (!entity.indexes.empty()) out_ += "    indexes:\n";
    for (const DraftIndexEntry& entry : entity.indexes) {
      const std::string name = scalar(entry.index) + ": ";
      out_ += "      " + name + key_flow(entry.pk, entry.sk).braces(6 + name.size()) + "\n";
    }
    if (!entity.ttl.empty()) out_ += "    ttl: " + scalar(entity.ttl) + "\n";
  }

  void write_field(const DraftField& field, std::size_t width) {
    out_ += "      " + padded(field.name, width);
    out_ += field.optional ? "{type: " + field.type + ", optional: true}" : field.type;
    if (!field.comment.empty()) {
      out_ += "  ";
      comment(0, field.comment);
    } else {
      out_ += "\n";
    }
  }

  static std::string attribute(const DraftAttribute& one) {
    return one.type == 'S' ? scalar(one.name)
                           : "{name: " + scalar(one.name) + ", type: " + one.type + "}";
  }
  static std::string attributes(const std::vector<DraftAttribute>& all) {
    if (all.size() == 1) return attribute(all.front());
    std::string out = "[";
    for (const DraftAttribute& one : all) out += (out.size() > 1 ? ", " : "") + attribute(one);
    return out + "]";
  }

  void line(std::size_t column, std::string_view key, const std::string& value) {
    indent(column);
    out_.append(key).append(": ").append(value).append("\n");
  }

  void write_table(const DraftTable& table, std::size_t column, bool with_name) {
    for (const std::string& each : table.comments) comment(column, each);
    if (with_name) line(column, "name", scalar(table.name));
    Flow keys;
    keys.raw("partition", attribute(table.partition));
    if (table.sort) keys.raw("sort", attribute(*table.sort));
    line(column, "keys", keys.braces());
    if (!table.indexes.empty()) {
      indent(column);
      out_ += "indexes:\n";
    }
    for (const DraftIndex& index : table.indexes) write_index(index, column + 2);
    if (!table.ttl.empty()) line(column, "ttl", scalar(table.ttl));
    if (table.provisioned) line(column, "billing", billing(table));
  }

  static std::string billing(const DraftTable& table) {
    Flow flow;
    flow.raw("mode", "provisioned")
        .number("read", table.read.units)
        .number("write", table.write.units);
    Flow scale;
    scale.number("max_read", table.read.most)
        .number("max_write", table.write.most)
        .number("target", table.target);
    if (!scale.empty()) flow.raw("autoscale", scale.braces());
    return flow.braces();
  }

  void write_index(const DraftIndex& index, std::size_t column) {
    Flow flow;
    if (index.local) flow.raw("local", "true");
    if (!index.partition.empty()) flow.raw("partition", attributes(index.partition));
    if (!index.sort.empty()) flow.raw("sort", attributes(index.sort));
    flow.raw("projection", index.projection == "include" ? "{include: " + list(index.include) + "}"
                                                         : index.projection);
    const std::string name = scalar(index.name) + ": ";
    indent(column);
    out_ += name + flow.braces(column + name.size()) + "\n";
  }

  const Draft& draft_;
  std::string out_;
};

}  // namespace

std::string write_yaml(const Draft& draft, std::string_view source) {
  return Writer(draft).run(source);
}

}  // namespace keywright::imports
