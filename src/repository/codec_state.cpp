#include "repository/errors.hpp"
#include <keywright/codec_state.hpp>

#include <fmt/format.h>

namespace keywright {

std::size_t CodecState::enter(std::string_view name) {
  const std::size_t mark = path_.size();
  if (mark != 0) path_ += '.';
  path_ += name;
  return mark;
}

std::size_t CodecState::enter(std::size_t index) {
  const std::size_t mark = path_.size();
  fmt::format_to(std::back_inserter(path_), "[{}]", index);
  return mark;
}

std::string CodecState::place() const {
  return entity_.empty() ? path_ : fmt::format("{}.{}", entity_, path_);
}

void CodecState::fail(ErrorCode code, std::string_view problem) {
  if (failed()) return;
  keep(repository::make_error(code, fmt::format("{} {}", place(), problem)));
}

}  // namespace keywright
