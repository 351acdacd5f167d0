// expect: ignoring returned value|ignoring return value
// An error that nobody looks at is a mistake that the compiler finds.
#include <keywright/connect.hpp>

void open() {
#ifdef MISTAKE
  keywright::connect("memory:");
#endif
  [[maybe_unused]] auto database = keywright::connect("memory:");
}
