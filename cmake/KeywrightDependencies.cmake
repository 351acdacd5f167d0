# Third-party packages, all found in one place.
#
# Targets for LINK: absl::..., fmt::fmt, Boost::headers, OpenSSL::Crypto, OpenSSL::SSL,
# EXPAT::EXPAT, Threads::Threads, ZLIB::ZLIB, simdjson::simdjson, PkgConfig::yaml, PkgConfig::xxhash, CLI11::CLI11;
# in tests also rapidcheck; in bench benchmark::benchmark.

# Static where there is a choice: most of the time in which a short-lived program starts goes into
# loading and relocating shared libraries, OpenSSL's first of all. Those who want to renew OpenSSL
# without building again turn it off.
option(KEYWRIGHT_PREFER_STATIC "Link third-party libraries statically, where they are to be had"
  ${PROJECT_IS_TOP_LEVEL})
set(keywright_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
if(KEYWRIGHT_PREFER_STATIC)
  list(PREPEND CMAKE_FIND_LIBRARY_SUFFIXES ${CMAKE_STATIC_LIBRARY_SUFFIX})
endif()

find_package(Threads REQUIRED)
find_package(absl REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(EXPAT REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(simdjson REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
set(CMAKE_FIND_LIBRARY_SUFFIXES ${keywright_suffixes})

if(KEYWRIGHT_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
if(KEYWRIGHT_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
