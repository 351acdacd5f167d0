#pragma once
// A pause that ends early if somebody asks for a stop.

#include <chrono>
#include <stop_token>

namespace keywright {

/// False if a stop was asked for, before or meanwhile.
bool pause_for(std::chrono::nanoseconds duration, const std::stop_token& stop);

}  // namespace keywright
