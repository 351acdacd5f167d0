#pragma once

// What stands before the generated code of the model `words`: headers whose macros are its names,
// and those macros that the compiler defines unless it is told to keep to the standard.

#include <cassert>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>

#include <sys/sysmacros.h>

#ifndef linux
#define linux 1
#define unix 1
#define i386 1
#endif
