#include "generate/cpp_names.hpp"

#include "model/cpp_words.hpp"

namespace keywright::generate {

bool is_keyword(std::string_view name) {
  return model::is_cpp_keyword(name);
}

std::string identifier(std::string_view name) {
  return is_keyword(name) || model::is_cpp_macro(name) ? std::string(name) + "_"
                                                       : std::string(name);
}

}  // namespace keywright::generate
