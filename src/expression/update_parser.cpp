// The grammar of updates:
//
//   update    a section of each kind at most once, in any order
//   section   SET target = sum, ... | REMOVE target, ...
//             | ADD target :v, ... | DELETE target :v, ...
//   sum       operand | operand + operand | operand - operand | ( sum )
//   operand   path | :v | if_not_exists ( path, operand )
//             | list_append ( operand, operand ) | ( operand )

#include "expression/parser.hpp"
#include "expression/update.hpp"

#include <array>
#include <string>
#include <utility>

namespace keywright::expression {
namespace {

constexpr std::string_view kSections[] = {"SET", "REMOVE", "ADD", "DELETE"};

constexpr std::string_view kIfNotExists = "if_not_exists";
constexpr std::string_view kListAppend = "list_append";
constexpr std::size_t kFunctionOperands = 2;  // of either

/// The names that the messages about ADD and DELETE have for types.
std::string_view long_type_name(AttributeType type) {
  switch (type) {
    case AttributeType::string:
      return "STRING";
    case AttributeType::number:
      return "NUMBER";
    case AttributeType::binary:
      return "BINARY";
    case AttributeType::boolean:
      return "BOOLEAN";
    case AttributeType::map:
      return "MAP";
    case AttributeType::list:
      return "LIST";
    default:
      return type_descriptor(type);
  }
}

bool is_set(AttributeType type) {
  return type == AttributeType::string_set || type == AttributeType::number_set ||
         type == AttributeType::binary_set;
}

}  // namespace

std::string_view to_string(UpdateSection section) {
  return kSections[static_cast<std::size_t>(section)];
}

class UpdateParser : Parser {
 public:
  UpdateParser(std::string_view text, Parameters& parameters)
      : Parser(text, ExpressionKind::update, kSections, parameters) {}

  Result<Update> parse() {
    do {
      parse_section();
    } while (!at(TokenKind::end));
    update_.steps_ = std::move(steps_);
    update_.operands_ = std::move(operands_);
    update_.order(findings_);
    if (auto error = finish()) return std::move(*error);
    return std::move(update_);
  }

 private:
  // Sections and actions

  void parse_section() {
    for (std::size_t i = 0; i < std::size(kSections); ++i) {
      if (!take_if_keyword(kSections[i])) continue;
      if (std::exchange(seen_[i], true)) {
        report(Check::section, "The \"" + std::string(kSections[i]) +
                                   "\" section can only be used once in an update expression;");
      }
      do {
        parse_action(static_cast<UpdateSection>(i));
      } while (take_if(TokenKind::comma));
      return;
    }
    syntax_error();
  }

  void parse_action(UpdateSection section) {
    UpdateAction action{section, parse_path(), 0};
    switch (section) {
      case UpdateSection::set:
        expect(TokenKind::equal);
        action.operand = parse_sum().index;
        break;
      case UpdateSection::remove:
        break;
      case UpdateSection::add:
      case UpdateSection::delete_members:
        action.operand = parse_constant();
        check_members(section, action.operand);
        break;
    }
    update_.add(action);
  }

  // Operands

  /// One operand, or two with a plus or minus between. A sum in parentheses cannot be an operand.
  Parsed parse_sum() {
    Parsed left;
    if (at(TokenKind::left_parenthesis)) {
      open_parenthesis();
      left = parse_sum();
      close_parenthesis(left);
      if (is_sum(left.index)) return left;
    } else {
      left = parse_operand();
    }
    if (!at(TokenKind::plus) && !at(TokenKind::minus)) return left;
    Operand sum;
    sum.kind = take().kind == TokenKind::plus ? OperandKind::plus : OperandKind::minus;
    count_operator();
    sum.left = left.index;
    sum.right = parse_operand().index;
    const std::string_view name = sum.kind == OperandKind::plus ? "+" : "-";
    check_constant(name, sum.left, AttributeType::number);
    check_constant(name, sum.right, AttributeType::number);
    return {add_operand(sum)};
  }

  Parsed parse_operand() {
    if (at(TokenKind::left_parenthesis)) {
      open_parenthesis();
      Parsed inner = parse_operand();
      close_parenthesis(inner);
      return inner;
    }
    if (at(TokenKind::value_ref)) return {parse_constant()};
    if (at(TokenKind::name) && !at_keyword()) {
      const Token name = take();
      if (at(TokenKind::left_parenthesis)) return {parse_call(name.text)};
      return {add_path_operand(parse_path_from(name))};
    }
    return {add_path_operand(parse_path())};
  }

  std::uint32_t parse_call(std::string_view name) {
    std::array<std::uint32_t, kFunctionOperands> arguments{};
    std::size_t count = 0;
    take();
    if (!take_if(TokenKind::right_parenthesis)) {
      do {
        const std::uint32_t argument = parse_operand().index;
        if (count < arguments.size()) arguments[count] = argument;
        ++count;
      } while (take_if(TokenKind::comma));
      expect(TokenKind::right_parenthesis);
    }
    Operand call;
    if (name != kIfNotExists && name != kListAppend) {
      findings_.no_function(name, "an update");
    } else if (count != kFunctionOperands) {
      findings_.operand_count(name, count);
    } else {
      call = name == kIfNotExists ? if_not_exists(arguments) : list_append(arguments);
    }
    return add_operand(call);
  }

  Operand if_not_exists(const std::array<std::uint32_t, kFunctionOperands>& arguments) {
    if (operands_[arguments[0]].kind != OperandKind::path) findings_.path_needed(kIfNotExists);
    Operand call;
    call.kind = OperandKind::if_not_exists;
    call.path = operands_[arguments[0]].path;
    call.left = arguments[1];
    return call;
  }

  Operand list_append(const std::array<std::uint32_t, kFunctionOperands>& arguments) {
    for (const std::uint32_t argument : arguments) {
      check_constant(kListAppend, argument, AttributeType::list);
      if (operands_[argument].kind != OperandKind::list_append) continue;
      findings_.misused_function(kListAppend);
    }
    Operand call;
    call.kind = OperandKind::list_append;
    call.left = arguments[0];
    call.right = arguments[1];
    return call;
  }

  // Checks

  [[nodiscard]] bool is_sum(std::uint32_t operand) const {
    if (operand >= operands_.size()) return false;
    const OperandKind kind = operands_[operand].kind;
    return kind == OperandKind::plus || kind == OperandKind::minus;
  }

  void check_constant(std::string_view operation, std::uint32_t operand, AttributeType wanted) {
    const auto value = operands_[operand].value();
    if (!operands_[operand].is_constant() || !value || value->is(wanted)) return;
    findings_.operand_type("operator or function", operation, type_descriptor(value->type()));
  }

  void check_members(UpdateSection section, std::uint32_t operand) {
    const auto value = operands_[operand].value();
    if (!value || is_set(value->type())) return;
    if (section == UpdateSection::add && value->is(AttributeType::number)) return;
    const std::string name(to_string(section));
    findings_.operand_type(
        "operator", name,
        std::string(long_type_name(value->type())) + ", typeSet: ALLOWED_FOR_" + name + "_OPERAND");
  }

  Update update_;
  std::array<bool, std::size(kSections)> seen_{};
};

Result<Update> parse_update(std::string_view text, Parameters& parameters) {
  return UpdateParser(text, parameters).parse();
}

}  // namespace keywright::expression
