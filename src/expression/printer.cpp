// Parsed expressions back to text, in one spelling.

#include "expression/printer.hpp"

#include "expression/condition.hpp"
#include "expression/document_path.hpp"
#include "expression/projection.hpp"
#include "expression/update.hpp"

#include <cstddef>

namespace keywright::expression {
namespace {

class ConditionPrinter {
 public:
  ConditionPrinter(std::string& out, const Condition& condition, Dialect dialect)
      : condition_(condition), dialect_(dialect), out_(out) {}

  void print() { append(condition_.root()); }

 private:
  /// A tighter operator has the larger number.
  static int binding(Operator op) {
    switch (op) {
      case Operator::logical_or:
        return 0;
      case Operator::logical_and:
        return 1;
      case Operator::logical_not:
        return 2;
      default:
        return 3;
    }
  }

  void append_at_least(const ConditionNode& node, int wanted) {
    const bool parentheses = binding(node.op) < wanted;
    if (parentheses) out_ += '(';
    append(node);
    if (parentheses) out_ += ')';
  }

  void append(const ConditionNode& node) {
    const int own = binding(node.op);
    switch (node.op) {
      case Operator::logical_or:
      case Operator::logical_and:
        append_at_least(condition_.node(node.first), own);
        out_.append(" ").append(to_string(node.op)).append(" ");
        append_at_least(condition_.node(node.second), own + 1);
        break;
      case Operator::logical_not:
        out_ += "NOT ";
        append_at_least(condition_.node(node.first), own);
        break;
      case Operator::between:
        append_argument(node, 0);
        out_ += " BETWEEN ";
        append_argument(node, 1);
        out_ += " AND ";
        append_argument(node, 2);
        break;
      case Operator::in:
        append_argument(node, 0);
        out_ += " IN (";
        append_arguments(node, 1);
        break;
      case Operator::attribute_exists:
      case Operator::attribute_not_exists:
        if (dialect_ == Dialect::partiql) {
          append_argument(node, 0);
          out_ += node.op == Operator::attribute_exists ? " IS NOT MISSING" : " IS MISSING";
          break;
        }
        [[fallthrough]];
      case Operator::attribute_type:
      case Operator::begins_with:
      case Operator::contains:
        out_.append(to_string(node.op)).append("(");
        append_arguments(node, 0);
        break;
      default:
        append_argument(node, 0);
        out_.append(" ").append(to_string(node.op)).append(" ");
        append_argument(node, 1);
        break;
    }
  }

  void append_arguments(const ConditionNode& node, std::uint32_t first) {
    for (std::uint32_t i = first; i < node.second; ++i) {
      if (i > first) out_ += ", ";
      append_argument(node, i);
    }
    out_ += ')';
  }

  void append_argument(const ConditionNode& node, std::uint32_t i) {
    append_operand(condition_.argument(node, i));
  }

  void append_operand(const Operand& operand) {
    switch (operand.kind) {
      case OperandKind::constant:
        out_ += operand.written;
        break;
      case OperandKind::size_of:
        out_ += "size(";
        append_operand(condition_.operand(operand.left));
        out_ += ')';
        break;
      default:
        append_text(out_, condition_.path(operand.path));
        break;
    }
  }

  const Condition& condition_;
  const Dialect dialect_;
  std::string& out_;
};

}  // namespace

void append_text(std::string& out, const Condition& condition, Dialect dialect) {
  ConditionPrinter(out, condition, dialect).print();
}

void append_text(std::string& out, const Update& update, const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::constant:
      out += operand.written;
      break;
    case OperandKind::if_not_exists:
      out += "if_not_exists(";
      append_text(out, update.path(operand.path));
      out += ", ";
      append_text(out, update, update.operand(operand.left));
      out += ')';
      break;
    case OperandKind::list_append:
      out += "list_append(";
      append_text(out, update, update.operand(operand.left));
      out += ", ";
      append_text(out, update, update.operand(operand.right));
      out += ')';
      break;
    case OperandKind::plus:
    case OperandKind::minus:
      append_text(out, update, update.operand(operand.left));
      out += operand.kind == OperandKind::plus ? " + " : " - ";
      append_text(out, update, update.operand(operand.right));
      break;
    default:
      append_text(out, update.path(operand.path));
      break;
  }
}

std::string to_text(const Condition& condition) {
  std::string out;
  append_text(out, condition, Dialect::expressions);
  return out;
}

std::string to_text(const Projection& projection) {
  std::string out;
  for (std::size_t i = 0; i < projection.path_count(); ++i) {
    if (i > 0) out += ", ";
    append_text(out, projection.path(i));
  }
  return out;
}

std::string to_text(const Update& update) {
  std::string out;
  const UpdateAction* previous = nullptr;
  for (const UpdateAction& action : update.actions()) {
    if (previous == nullptr || previous->section != action.section) {
      if (previous != nullptr) out += ' ';
      out.append(to_string(action.section)).append(" ");
    } else {
      out += ", ";
    }
    append_text(out, update.path(action.target));
    if (action.section == UpdateSection::set) out += " =";
    if (action.section != UpdateSection::remove) {
      out += ' ';
      append_text(out, update, update.operand(action.operand));
    }
    previous = &action;
  }
  return out;
}

}  // namespace keywright::expression
