# Third-party packages, all found in one place.
#
# Targets for LINK: absl::..., fmt::fmt, Boost::headers, OpenSSL::Crypto, OpenSSL::SSL,
# EXPAT::EXPAT, Threads::Threads, ZLIB::ZLIB, simdjson::simdjson, PkgConfig::yaml, PkgConfig::xxhash, CLI11::CLI11;
# in tests also rapidcheck; in bench benchmark::benchmark.

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

if(KEYWRIGHT_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
if(KEYWRIGHT_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
