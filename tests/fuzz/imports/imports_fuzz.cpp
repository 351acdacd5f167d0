// Any bytes as a file to import: what is no JSON is refused where simdjson refuses it too; what is
// imported is a model that the reader accepts, with findings that have places inside the file.

#include "imports/import.hpp"
#include "imports/json.hpp"
#include "model/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace {

using namespace keywright;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void require_inside(const model::Span& span, const model::SourceFile& source) {
  require(span.written(), "a place is told");
  require(span.begin.offset <= span.end.offset, "a span does not end before it begins");
  require(span.end.offset <= source.text().size(), "a span is inside the file");
  require(span.begin == source.position(span.begin.offset), "line and column fit the offset");
  require(span.end == source.position(span.end.offset), "line and column fit the offset");
}

void check_places(const model::Node& node, const model::SourceFile& source) {
  require_inside(node.span, source);
  for (const model::Node& item : node.items) check_places(item, source);
  for (const model::Entry& entry : node.entries) {
    require_inside(entry.key_span, source);
    check_places(entry.value, source);
  }
}

// What we refuse on purpose, and simdjson does not.
bool is_ours_to_refuse(const imports::JsonFault& fault) {
  return fault.message.find("twice") != std::string::npos ||
         fault.message.find("deeper than") != std::string::npos;
}

void check_json(const std::string& text) {
  const model::SourceFile source("fuzz.json", text);
  const imports::JsonResult ours = imports::read_json(source);
  if (ours.tree) check_places(*ours.tree, source);
  if (!ours.tree) require_inside(ours.fault.span, source);
  simdjson::dom::parser parser;
  simdjson::dom::element theirs;
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");
  const auto error =
      parser.parse(simdjson::padded_string(has_mark ? text.substr(3) : text)).get(theirs);
  // Numbers that no double and no 64 bits hold are text to us.
  if (error == simdjson::NUMBER_ERROR || error == simdjson::DEPTH_ERROR) return;
  const bool agree = ours.tree.has_value() == (error == simdjson::SUCCESS);
  require(agree || (!ours.tree && is_ours_to_refuse(ours.fault)), "simdjson judges alike");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_json(text);
  const imports::ImportResult result = imports::import_file(text, "fuzz.json");
  for (const model::Diagnostic& finding : result.findings) {
    require(!finding.message.empty(), "a finding speaks");
    require_inside(finding.span, result.source);
  }
  require(result.format.has_value() == !model::has_errors(result.findings), "a model, or errors");
  require(result.format.has_value() == !result.model.empty(), "a model, or errors");
  if (!result.format) return 0;
  if (result.model.size() > (std::size_t{1} << 20U)) return 0;  // which the reader refuses
  const model::ReadResult read = model::read_model(result.model, "fuzz.model.yaml");
  if (read.model) return 0;
  std::fprintf(stderr, "%s\n%s\n", result.model.c_str(),
               model::render_text(read.diagnostics, read.source).c_str());
  require(false, "what is written is read without errors");
  return 0;
}
