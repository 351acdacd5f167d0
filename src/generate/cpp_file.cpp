#include "generate/cpp_file.hpp"

#include "generate/code_writer.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace keywright::generate {
namespace {

struct Include {
  std::string_view token;   // what a file says ..
  std::string_view header;  // .. that must include this
};

constexpr std::array includes{
    Include{"keywright::AccessPatternDesign", "keywright/access_pattern.hpp"},
    Include{"keywright::BatchReport", "keywright/batch_report.hpp"},
    Include{"keywright::BatchRead", "keywright/batch_report.hpp"},
    Include{"keywright::Change<", "keywright/change.hpp"},
    Include{"keywright::StepReason<", "keywright/step_reason.hpp"},
    Include{"keywright::ReadTransaction", "keywright/read_transaction.hpp"},
    Include{"keywright::Error&", "keywright/error.hpp"},
    Include{"keywright::Required<", "keywright/required.hpp"},
    Include{"keywright::one(", "keywright/collection.hpp"},
    Include{"keywright::many(", "keywright/collection.hpp"},
    Include{"keywright::at_most_one(", "keywright/collection.hpp"},
    Include{"keywright::Condition ", "keywright/condition.hpp"},
    Include{"keywright::Database", "keywright/database.hpp"},
    Include{"keywright::Entity", "keywright/entity.hpp"},
    Include{"keywright::Put ", "keywright/item_write.hpp"},
    Include{"keywright::Delete ", "keywright/item_write.hpp"},
    Include{"keywright::ItemWriter", "keywright/item_writer.hpp"},
    Include{"keywright::expiry(", "keywright/item_writer.hpp"},
    Include{"keywright::Item>", "keywright/item.hpp"},
    Include{"keywright::PartitionTemplate", "keywright/key_template.hpp"},
    Include{"keywright::SortTemplate", "keywright/key_template.hpp"},
    Include{"keywright::NativeKey", "keywright/key_value.hpp"},
    Include{"keywright::append_shard", "keywright/condition.hpp"},
    Include{"keywright::Page<", "keywright/page.hpp"},
    Include{"keywright::Repository ", "keywright/repository.hpp"},
    Include{"keywright::Result<", "keywright/result.hpp"},
    Include{"keywright::CreateTableRequest", "keywright/table.hpp"},
    Include{"keywright::TableSchema", "keywright/table_schema.hpp"},
    Include{"keywright::Update ", "keywright/update.hpp"},
    Include{"keywright::WriteTransaction", "keywright/write_transaction.hpp"},
    Include{"std::chrono::", "chrono"},
    Include{"std::size_t", "cstddef"},
    Include{"std::uint8_t", "cstdint"},
    Include{"std::uint16_t", "cstdint"},
    Include{"std::int64_t", "cstdint"},
    Include{"std::numeric_limits", "limits"},
    Include{"std::map<", "map"},
    Include{"std::optional<", "optional"},
    Include{"std::nullopt", "optional"},
    Include{"std::set<", "set"},
    Include{"std::span<", "span"},
    Include{"std::string ", "string"},
    Include{"std::string>", "string"},
    Include{"std::string&", "string"},
    Include{"std::string,", "string"},
    Include{"std::string_view", "string_view"},
    Include{"std::move", "utility"},
    Include{"std::vector<", "vector"},
};

// Headers whose own includes are their users' too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> covered{{
    {"keywright/repository.hpp", "keywright/result.hpp"},
    {"keywright/repository.hpp", "keywright/database.hpp"},
    {"keywright/update.hpp", "keywright/condition.hpp"},
    {"keywright/write_transaction.hpp", "keywright/condition.hpp"},
    {"keywright/collection.hpp", "keywright/key_template.hpp"},
}};

bool mentions(std::string_view body, std::string_view token) {
  return body.find(token) != std::string_view::npos;
}

bool is_source(const CppFile& file) {
  return file.name.ends_with(".cpp");
}

std::string own_header(const CppFile& file) {
  return file.name.substr(0, file.name.size() - 3) + "hpp";
}

}  // namespace

GeneratedFile assemble(const CppContext& context, const CppFile& file) {
  const auto& folder = *context.model.name;
  std::set<std::string> ours;
  std::set<std::string> standard;
  for (const auto& local : file.local) ours.insert('"' + folder + "/" + local + "\"");
  std::set<std::string_view> in_header;
  for (const auto& include : includes) {
    if (mentions(file.header_body, include.token)) in_header.insert(include.header);
  }
  for (const auto& include : includes) {
    if (!mentions(file.body, include.token) || in_header.contains(include.header)) continue;
    const auto line = '<' + std::string(include.header) + ">";
    (include.header.starts_with("keywright/") ? ours : standard).insert(line);
  }
  for (const auto& [header, inner] : covered) {
    const auto line = '<' + std::string(header) + ">";
    if (ours.contains(line) || in_header.contains(header))
      ours.erase('<' + std::string(inner) + ">");
  }
  CodeWriter out;
  if (!is_source(file)) out.line("#pragma once");
  for (std::size_t i = 0; i < file.title.size(); ++i) {
    out.comment(file.title[i]);
    if (i == 0) out.comment(context.origin());
    if (i == 0 && file.title.size() > 1) out.line("//");
  }
  if (file.title.empty()) out.comment(context.origin());
  out.line();
  if (is_source(file)) {
    const auto own = '"' + folder + "/" + own_header(file) + "\"";
    ours.erase(own);
    out.line("#include " + own);
    out.line();
  }
  for (const auto* block : {&ours, &standard}) {
    for (const auto& include : *block) out.line("#include " + include);
    if (!block->empty()) out.line();
  }
  out.line("namespace " + context.name_space() + " {");
  out.raw(file.body);
  out.line();
  out.line("}  // namespace " + context.name_space());
  return {folder + "/" + file.name, out.text()};
}

}  // namespace keywright::generate
