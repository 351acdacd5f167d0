// The only file of this layer that includes Expat. STS answers in XML.

#include "credentials/answers.hpp"
#include "credentials/text.hpp"

#include <limits>
#include <memory>

#include <expat.h>

namespace keywright::credentials {
namespace {

struct Reading {
  Settings leaves{};
  std::string text{};
  bool leaf = false;  ///< nothing but text since the last start tag
};

Reading& reading(void* data) {
  return *static_cast<Reading*>(data);
}

void XMLCALL start(void* data, const XML_Char*, const XML_Char**) {
  reading(data).text.clear();
  reading(data).leaf = true;
}

void XMLCALL text(void* data, const XML_Char* bytes, int count) {
  reading(data).text.append(bytes, static_cast<std::size_t>(count));
}

void XMLCALL end(void* data, const XML_Char* name) {
  Reading& in = reading(data);
  if (in.leaf) in.leaves.try_emplace(name, trim(in.text));
  in.leaf = false;
}

}  // namespace

std::optional<Settings> read_xml(std::string_view bytes) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate("UTF-8"), XML_ParserFree);
  if (!parser || bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return {};
  Reading out;
  XML_SetUserData(parser.get(), &out);
  XML_SetElementHandler(parser.get(), start, end);
  XML_SetCharacterDataHandler(parser.get(), text);
  const auto status =
      XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), XML_TRUE);
  if (status != XML_STATUS_OK) return {};
  return std::move(out.leaves);
}

}  // namespace keywright::credentials
