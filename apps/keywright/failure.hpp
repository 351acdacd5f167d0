#pragma once

// How commands that fail end.

#include <cstdio>
#include <string>

namespace keywright::cli {

// Exit statuses that mean the same for several commands.
inline constexpr int kFailed = 1;
inline constexpr int kWrongUse = 2;
inline constexpr int kRefused = 3;
inline constexpr int kInterrupted = 130;  // as a shell has it of a program that a signal ended

// Now, also where the stream would wait for more.
void say(std::FILE* stream, const std::string& text);

// "keywright: .." on standard error; returns the status.
int fail(const std::string& message, int status);

}  // namespace keywright::cli
