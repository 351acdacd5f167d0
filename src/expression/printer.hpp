#pragma once
// What the printers of the expression languages share.

#include "expression/condition.hpp"
#include "expression/update.hpp"

#include <cstdint>
#include <string>

namespace keywright::expression {

/// PartiQL writes the existence of an attribute as `a IS [NOT] MISSING`.
enum class Dialect : std::uint8_t { expressions, partiql };

void append_text(std::string& out, const Condition& condition, Dialect dialect);
void append_text(std::string& out, const Update& update, const Operand& operand);

}  // namespace keywright::expression
