// to_json: values as DynamoDB JSON, for messages and tests.

#include "core/base64.hpp"
#include <keywright/item.hpp>

namespace keywright {
namespace {

void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out.push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"':
        out.append("\\\"");
        break;
      case '\\':
        out.append("\\\\");
        break;
      case '\b':
        out.append("\\b");
        break;
      case '\f':
        out.append("\\f");
        break;
      case '\n':
        out.append("\\n");
        break;
      case '\r':
        out.append("\\r");
        break;
      case '\t':
        out.append("\\t");
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
          out.append("\\u00");
          out.push_back(kHex[byte >> 4]);
          out.push_back(kHex[byte & 15]);
        } else {
          out.push_back(c);
        }
      }
    }
  }
  out.push_back('"');
}

void append_value(std::string& out, ValueView value);

void append_scalar(std::string& out, ValueView value) {
  switch (value.type()) {
    case AttributeType::number:
      out.push_back('"');
      value.as_number().append_to(out);
      out.push_back('"');
      break;
    case AttributeType::binary:
      out.push_back('"');
      append_base64(out, value.as_binary());
      out.push_back('"');
      break;
    default:
      append_quoted(out, value.as_string());
  }
}

template <class Append>
void append_elements(std::string& out, ValueView value, Append append) {
  out.push_back('[');
  bool first = true;
  for (const ValueView element : value.elements()) {
    if (!first) out.push_back(',');
    first = false;
    append(out, element);
  }
  out.push_back(']');
}

void append_members(std::string& out, MemberRange members) {
  out.push_back('{');
  bool first = true;
  for (const MemberView member : members) {
    if (!first) out.push_back(',');
    first = false;
    append_quoted(out, member.name);
    out.push_back(':');
    append_value(out, member.value);
  }
  out.push_back('}');
}

void append_value(std::string& out, ValueView value) {
  out.append("{\"");
  out.append(type_descriptor(value.type()));
  out.append("\":");
  switch (value.type()) {
    case AttributeType::null:
      out.append("true");
      break;
    case AttributeType::boolean:
      out.append(value.as_bool() ? "true" : "false");
      break;
    case AttributeType::map:
      append_members(out, value.members());
      break;
    case AttributeType::list:
      append_elements(out, value, append_value);
      break;
    case AttributeType::string_set:
    case AttributeType::number_set:
    case AttributeType::binary_set:
      append_elements(out, value, append_scalar);
      break;
    default:
      append_scalar(out, value);
  }
  out.push_back('}');
}

}  // namespace

std::string to_json(ValueView value) {
  std::string out;
  append_value(out, value);
  return out;
}

std::string to_json(const Item& item) {
  std::string out;
  append_members(out, item.attributes());
  return out;
}

}  // namespace keywright
