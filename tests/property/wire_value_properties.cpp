// Values through JSON, against a naive writer of JSON and against to_json.

#include "core/encoding.hpp"
#include "value_generators.hpp"
#include "wire/json_writer.hpp"
#include "wire/reader.hpp"

#include <cstdio>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::wire {
namespace {

using generators::Binary;
using generators::Tree;
using generators::with_utf8;

/// JSON as another program may write it: names from the last to the first, blanks, and all that
/// is not a letter as an escape by number.
class NaiveWriter {
 public:
  std::string value(const Tree& tree) {
    return std::visit(
        generators::detail::Overloaded{
            [&](std::monostate) { return typed("NULL", "true"); },
            [&](bool flag) { return typed("BOOL", flag ? "true" : "false"); },
            [&](const std::string& text) { return typed("S", string(text)); },
            [&](const Number& number) { return typed("N", string(number.to_string())); },
            [&](const Binary& binary) { return typed("B", base64(binary.bytes)); },
            [&](const Tree::List& list) {
              std::vector<std::string> parts;
              for (const Tree& element : list) parts.push_back(value(element));
              return typed("L", array(parts));
            },
            [&](const Tree::Map& map) { return typed("M", members(map)); },
            [&](const std::set<std::string>& set) {
              std::vector<std::string> parts;
              for (const auto& text : set) parts.insert(parts.begin(), string(text));
              return typed("SS", array(parts));
            },
            [&](const std::set<Number>& set) {
              std::vector<std::string> parts;
              for (const auto& number : set) parts.push_back(string(signed_text(number)));
              return typed("NS", array(parts));
            },
            [&](const std::set<Binary>& set) {
              std::vector<std::string> parts;
              for (const auto& binary : set) parts.insert(parts.begin(), base64(binary.bytes));
              return typed("BS", array(parts));
            },
        },
        tree.value);
  }

  std::string members(const Tree::Map& map) {
    std::string out = "{ ";
    for (auto at = map.rbegin(); at != map.rend(); ++at) {
      if (at != map.rbegin()) out += " ,\n";
      out += string(at->first) + "\t: " + value(at->second);
    }
    return out + "}";
  }

 private:
  static std::string typed(const std::string& type, const std::string& content) {
    return "{\"" + type + "\" :" + content + "}";
  }
  static std::string array(const std::vector<std::string>& parts) {
    std::string out = "[";
    for (const auto& part : parts) out += (out.size() > 1 ? " , " : " ") + part;
    return out + "]";
  }
  static std::string signed_text(const Number& number) {
    const std::string text = number.to_string();
    return text[0] == '-' ? text : "+0" + text;
  }
  static std::string escaped(unsigned unit) {
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04X", unit);
    return text;
  }
  static std::string string(const std::string& text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.compare(i, 2, "\xc3\xa9") == 0) {
        out += escaped(0xE9);
        i += 1;
      } else if (text.compare(i, 4, "\xf0\x9f\x98\x80") == 0) {
        out += escaped(0xD83D) + escaped(0xDE00);
        i += 3;
      } else if (std::isalnum(static_cast<unsigned char>(text[i])) != 0) {
        out += text[i];
      } else {
        out += escaped(static_cast<unsigned char>(text[i]));
      }
    }
    return out + "\"";
  }
  static std::string base64(const std::string& bytes) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bits;
    for (const char c : bytes) {
      for (int bit = 7; bit >= 0; --bit)
        bits += (static_cast<unsigned char>(c) >> bit & 1) != 0 ? '1' : '0';
    }
    std::string out = "\"";
    for (std::size_t i = 0; i < bits.size(); i += 6) {
      std::string six = bits.substr(i, 6);
      six.resize(6, '0');
      out += kLetters[std::stoul(six, nullptr, 2)];
    }
    while ((out.size() - 1) % 4 != 0) out += '=';
    return out + "\"";
  }
};

std::optional<Item> read_item(const std::string& json) {
  simdjson::dom::parser parser;
  const Json root = parser.parse(json).value();
  Faults faults(true);
  const Place place;
  Item item;
  read_value(Cursor{root, place, faults}, item);
  if (faults.any()) return std::nullopt;
  return item;
}

rc::Gen<Tree::Map> attributes() {
  return rc::gen::map(rc::gen::scale(0.2, rc::gen::container<std::map<std::string, Tree>>(
                                              generators::short_text(), generators::tree())),
                      [](Tree::Map map) {
                        map.erase("");
                        Tree whole = with_utf8(Tree{std::move(map)});
                        return std::get<Tree::Map>(whole.value);
                      });
}

Item item_of(const Tree::Map& map) {
  ItemBuilder builder;
  for (const auto& [name, value] : map) builder.set(name, generators::encode(value));
  return builder.build();
}

RC_GTEST_PROP(WireValueProperty, ReadsWhatANaiveWriterWrites, ()) {
  const auto map = *attributes();
  const auto item = read_item(NaiveWriter().members(map));
  RC_ASSERT(item.has_value());
  RC_ASSERT(encoding::valid_item_encoding(item->encoded()));
  RC_ASSERT(*item == item_of(map));
}

RC_GTEST_PROP(WireValueProperty, WritesWhatItReads, ()) {
  const Item item = item_of(*attributes());
  std::string json;
  append_item(json, item);
  RC_ASSERT(json == to_json(item));
  RC_ASSERT(read_item(json) == item);
}

/// Every length and place of what must be escaped, since runs are scanned eight bytes at a time.
TEST(WireString, EscapesAtEveryPlace) {
  const std::string all = "\"\\\b\f\n\r\t\x01\x1f\x7f\xc3\xa9 z";
  for (std::size_t length = 0; length < 20; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      std::string text(length, 'a');
      text.replace(place, 1, all);
      std::string json;
      append_string(json, text);
      simdjson::dom::parser parser;
      EXPECT_EQ(std::string_view(parser.parse(json)), text);
    }
  }
}

}  // namespace
}  // namespace keywright::wire
