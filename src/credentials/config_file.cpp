#include "credentials/config_file.hpp"

#include "credentials/text.hpp"

#include <optional>
#include <utility>

namespace keywright::credentials {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_comment(std::string_view text) {
  return text.starts_with('#') || text.starts_with(';');
}

/// The text before a comment, which begins with # or ; after a blank.
std::string_view without_comment(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (is_comment(text.substr(i)) && is_blank(text[i - 1])) return trim(text.substr(0, i));
  }
  return trim(text);
}

/// dev, "dev", 'two words'; empty if the text is no single name.
std::string_view unquoted_name(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')) {
    return text.back() == text.front() ? text.substr(1, text.size() - 2) : std::string_view{};
  }
  return text.find_first_of(" \t") == std::string_view::npos ? text : std::string_view{};
}

class Parser {
 public:
  Parser(const std::string& name, ConfigFileKind kind) : name_(name), kind_(kind) {}

  Result<ConfigFile> parse(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      if (auto read = line(text.substr(0, end)); !read) return std::move(read).error();
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (auto prefixed = prefixed_default_.find("default"); prefixed != prefixed_default_.end()) {
      file_.profiles["default"] = std::move(prefixed->second);
    }
    return std::move(file_);
  }

 private:
  Result<void> line(std::string_view text) {
    const std::string_view content = trim(text);
    if (content.empty() || is_comment(content)) return {};
    const std::size_t indent = text.find_first_not_of(" \t");
    if (property_ && indent > indent_) return continuation(content);
    if (content.starts_with('[')) return section(content);
    if (!section_) {
      return error("this property stands before the first [section]");
    }
    return property(content, indent);
  }

  Result<void> section(std::string_view content) {
    const std::size_t end = content.find(']');
    if (end == std::string_view::npos) return error("a section has no closing ]");
    const std::string_view rest = trim(content.substr(end + 1));
    if (!rest.empty() && !is_comment(rest)) return error("only a comment may follow a [section]");
    property_ = nullptr;
    section_ = &find_section(trim(content.substr(1, end - 1)));
    return {};
  }

  /// Where the properties of a section go: a section of another kind is read and dropped.
  Section& find_section(std::string_view header) {
    if (kind_ == ConfigFileKind::credentials) return named(file_.profiles, unquoted_name(header));
    if (header == "default") return file_.profiles["default"];
    const std::size_t blank = std::min(header.find_first_of(" \t"), header.size());
    const std::string_view kind = header.substr(0, blank);
    const std::string_view name = unquoted_name(header.substr(blank));
    if (kind == "profile") {
      return name == "default" ? prefixed_default_["default"] : named(file_.profiles, name);
    }
    if (kind == "sso-session") return named(file_.sso_sessions, name);
    if (kind == "services") return named(file_.services, name);
    return dropped_;
  }

  Section& named(Sections& sections, std::string_view name) {
    return name.empty() ? dropped_ : sections[std::string(name)];
  }

  Result<void> property(std::string_view content, std::size_t indent) {
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) return error("a property has no =");
    const std::string name = lower_case(trim(content.substr(0, equals)));
    if (name.empty()) return error("a property has no name before its =");
    // The comment may follow the = at once: "region = # none".
    const std::string_view value = without_comment(content.substr(equals));
    property_ = &(*section_)[name];
    *property_ = {std::string(trim(value.substr(1))), {}, place()};
    indent_ = indent;
    return {};
  }

  /// A line that belongs to the property above it: more of its value, or a property inside it.
  Result<void> continuation(std::string_view content) {
    if (!property_->value.empty()) {
      property_->value.append("\n").append(content);
      return {};
    }
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) return error("an indented property has no =");
    const std::string name = lower_case(trim(content.substr(0, equals)));
    if (name.empty()) return error("an indented property has no name before its =");
    const std::string_view value = without_comment(content.substr(equals));
    property_->nested[name] = trim(value.substr(1));
    return {};
  }

  [[nodiscard]] std::string place() const { return name_ + ':' + std::to_string(line_); }
  [[nodiscard]] Error error(std::string_view what) const {
    return configuration_error(place() + ": " + std::string(what));
  }

  const std::string& name_;
  ConfigFileKind kind_;
  ConfigFile file_;
  Sections prefixed_default_;
  Section dropped_;
  std::size_t line_ = 0;
  Section* section_ = nullptr;
  Property* property_ = nullptr;  ///< the last one read
  std::size_t indent_ = 0;        ///< of that property
};

void merge(Sections& sections, Sections over) {
  for (auto& [name, properties] : over) {
    for (auto& [key, property] : properties) sections[name][key] = std::move(property);
    sections.try_emplace(name);
  }
}

}  // namespace

Result<ConfigFile> parse_config_file(std::string_view text, const std::string& name,
                                     ConfigFileKind kind) {
  return Parser(name, kind).parse(text);
}

void merge(ConfigFile& file, ConfigFile over) {
  merge(file.profiles, std::move(over.profiles));
  merge(file.sso_sessions, std::move(over.sso_sessions));
  merge(file.services, std::move(over.services));
}

}  // namespace keywright::credentials
