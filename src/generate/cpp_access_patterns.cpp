#include "generate/code_writer.hpp"
#include "generate/cpp_file.hpp"
#include "generate/emitters.hpp"

#include <string>

// access_patterns.hpp: what the model promises and how it is kept, readable at run time.

namespace keywright::generate {

GeneratedFile emit_access_patterns(const CppContext& context) {
  CppFile file;
  file.name = "access_patterns.hpp";
  file.title = {"The access patterns of the model `" + *context.model.name +
                "`, and what serves each."};
  CodeWriter out;
  out.line();
  out.line("inline constexpr keywright::AccessPatternDesign kAccessPatterns[] = {");
  out.indent();
  out.indent();
  for (const auto& pattern : context.plan.patterns) {
    const auto& declared = context.model.access_patterns[pattern.pattern];
    for (const auto& design : plan::designs_of(context.model, pattern)) {
      out.line("{");
      out.indent();
      out.indent();
      out.member("name", string_literal(design.pattern));
      out.member("operation", string_literal(model::to_text(*declared.operation)));
      out.member("served_by", string_literal(design.text));
      out.outdent();
      out.outdent();
      out.line("},");
    }
  }
  out.outdent();
  out.outdent();
  out.line("};");
  file.body = out.text();
  return assemble(context, file);
}

}  // namespace keywright::generate
