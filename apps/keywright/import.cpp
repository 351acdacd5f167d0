#include "imports/import.hpp"

#include "commands.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "load.hpp"

#include <cstdio>
#include <system_error>
#include <utility>

namespace keywright::cli {
namespace {

// orders.json -> orders.model.yaml, beside it.
std::filesystem::path default_target(const std::filesystem::path& file) {
  auto target = file;
  return target.replace_extension(".model.yaml");
}

const char* plural(std::size_t count, const char* one, const char* many) {
  return count == 1 ? one : many;
}

// What the model reader finds in our own text. Nothing, as long as the import keeps its word.
int refuse_own_text(Checked written, const OutputOptions& output) {
  const int status =
      fail("the model made of this file could not be read, and was not written", kFailed);
  print_findings({&written, 1}, output, stderr);
  return status;
}

int write_model(const std::filesystem::path& target, const imports::ImportResult& imported,
                const OutputOptions& output) {
  auto read = model::read_model(imported.model, target.string());
  if (!read.model) {
    Checked written;
    written.source = std::move(read.source);
    written.findings = std::move(read.diagnostics);
    return refuse_own_text(std::move(written), output);
  }
  if (const auto failure = write_file(target, imported.model)) {
    return fail(*failure, kFailed);
  }
  return 0;
}

}  // namespace

int import_model(const ImportOptions& options) {
  if (options.out == "-") {
    return fail(
        "cannot write -: what goes into a pipe is --out /dev/stdout --force; a file of that name "
        "is ./-",
        kFailed);
  }
  const auto target = options.out.empty() ? default_target(options.file) : options.out;
  std::error_code error;
  if (std::filesystem::equivalent(options.file, target, error)) {
    return fail("the model cannot replace " + options.file.string() +
                    ", which it is made of; name another by --out",
                kFailed);
  }
  if (!options.force && std::filesystem::exists(target, error)) {
    return fail(target.string() + " is already there; name another file by --out, or add --force",
                kFailed);
  }
  auto text = read_file(options.file);
  if (text.failure) {
    return fail(*text.failure, kWrongUse);
  }
  const auto imported = imports::import_file(std::move(text.text), options.file.string());
  Checked report;
  report.source = imported.source;
  report.findings = imported.findings;
  const bool json = options.output.format != Format::text;
  if (json || !report.findings.empty())
    print_findings({&report, 1}, options.output, json ? stdout : stderr);
  if (!imported.format) return 2;
  if (const int status = write_model(target, imported, options.output); status != 0) return status;
  if (!json) {
    const auto name = imports::name_of(*imported.format);
    const bool is_piped = target == "/dev/stdout";
    std::fprintf(
        is_piped ? stderr : stdout,  // behind the model, it would be part of it
        "Wrote %s from %.*s: %zu access pattern%s, %zu %s, %zu table%s.\nNext: keywright check "
        "%s\n",
        target.string().c_str(), static_cast<int>(name.size()), name.data(), imported.patterns,
        plural(imported.patterns, "", "s"), imported.entities,
        plural(imported.entities, "entity", "entities"), imported.tables,
        plural(imported.tables, "", "s"), target.string().c_str());
  }
  return 0;
}

}  // namespace keywright::cli
