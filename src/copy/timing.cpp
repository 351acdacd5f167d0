#include "copy/timing.hpp"

#include "core/pause.hpp"

namespace keywright::copy {

Timing system_timing() {
  return {[] { return std::chrono::steady_clock::now(); }, pause_for, system_random()};
}

}  // namespace keywright::copy
