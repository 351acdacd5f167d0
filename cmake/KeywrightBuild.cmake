# How this project compiles: language, warnings, sanitizers, and the functions with which every
# folder declares what it makes.

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH KEYWRIGHT_ROOT)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
  endif()
  find_program(KEYWRIGHT_CCACHE ccache)
  if(KEYWRIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${KEYWRIGHT_CCACHE})
  endif()
  # Links the many test programs in a third of the time that ld takes.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=mold)
  check_cxx_source_compiles("int main() {}" KEYWRIGHT_HAS_MOLD)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(KEYWRIGHT_HAS_MOLD)
    add_link_options($<$<CONFIG:Debug>:-fuse-ld=mold>)
  endif()
endif()

# Compiled with every target of ours, never with those who link to us.
add_library(keywright_warnings INTERFACE)
target_compile_options(keywright_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${KEYWRIGHT_WERROR}>:-Werror>)
# g++ 12 takes `"text" + string`, optimised, for a copy over itself (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(keywright_warnings INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Wno-restrict>)
endif()

if(KEYWRIGHT_SANITIZE STREQUAL "address")
  set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=undefined)
elseif(KEYWRIGHT_SANITIZE STREQUAL "thread")
  set(sanitize -fsanitize=thread)
elseif(KEYWRIGHT_SANITIZE)
  message(FATAL_ERROR "KEYWRIGHT_SANITIZE is '${KEYWRIGHT_SANITIZE}': use address, thread or nothing")
endif()
if(KEYWRIGHT_BUILD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "KEYWRIGHT_BUILD_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(KEYWRIGHT_SANITIZE)
  add_compile_options(${sanitize} -fno-omit-frame-pointer)
  add_link_options(${sanitize})
endif()

# keywright_collect(<collection> <target>): building the collection builds all targets put into it.
function(keywright_collect collection target)
  if(NOT TARGET ${collection})
    add_custom_target(${collection})
  endif()
  add_dependencies(${collection} ${target})
endfunction()

# keywright_add_each(<folder>...): adds every subfolder of these that has a CMakeLists.txt.
function(keywright_add_each)
  foreach(folder IN LISTS ARGN)
    file(GLOB lists RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*/CMakeLists.txt)
    foreach(list IN LISTS lists)
      cmake_path(GET list PARENT_PATH subfolder)
      add_subdirectory(${subfolder})
    endforeach()
  endforeach()
endfunction()

# Warnings, and the include root of the internal headers ("<layer>/file.hpp").
function(keywright_compile_ours target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:keywright_warnings>)
  target_include_directories(${target} PRIVATE ${KEYWRIGHT_ROOT}/src)
  target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()

# keywright_layer(<layer> SOURCES <file>... [LINK <target>...])
#
# A static library keywright_<layer>, to all others keywright::<layer>. Layers in LINK
# (keywright::...) are passed on to whoever links it; third-party libraries are not.
function(keywright_layer layer)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK")
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "keywright_layer(${layer}): SOURCES is missing or an argument is unknown")
  endif()
  set(target keywright_${layer})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(keywright::${layer} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${layer} POSITION_INDEPENDENT_CODE ON)
  keywright_compile_ours(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${KEYWRIGHT_ROOT}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  foreach(link IN LISTS ARG_LINK)
    if(link MATCHES "^keywright::")
      target_link_libraries(${target} PUBLIC ${link})
    else()
      target_link_libraries(${target} PRIVATE ${link})
    endif()
  endforeach()
endfunction()

# keywright_test(<target> SOURCES <file>... [LINK <target>...] [LABELS <label>...] [TIMEOUT <s>])
#
# A GoogleTest executable and one CTest entry of the same name. The label `concurrent` puts it among
# the tests that `./dev test` repeats under ThreadSanitizer.
function(keywright_test target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "SOURCES;LINK;LABELS")
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "keywright_test(${target}): SOURCES is missing or an argument is unknown")
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${target} ${ARG_SOURCES})
  keywright_compile_ours(${target})
  target_link_libraries(${target} PRIVATE ${ARG_LINK} GTest::gmock_main)
  add_test(NAME ${target} COMMAND ${target} --gtest_brief=1)
  set_tests_properties(${target} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "gtest;${ARG_LABELS}")
  keywright_collect(keywright_tests ${target})
  if("concurrent" IN_LIST ARG_LABELS)
    keywright_collect(keywright_concurrent_tests ${target})
  endif()
endfunction()

# keywright_test_served(<target> [LABELS <label>...]): the same program once more, as <target>_served,
# with its database behind a server of its own; see tests/place.
function(keywright_test_served target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "LABELS")
  add_test(NAME ${target}_served COMMAND ${target} --gtest_brief=1)
  set_tests_properties(${target}_served PROPERTIES TIMEOUT 300 LABELS "gtest;${ARG_LABELS}"
                       ENVIRONMENT KEYWRIGHT_TEST_DATABASE=served)
endfunction()

# keywright_bench(<target> SOURCES <file>... [LINK <target>...])
#
# A program that `./dev bench` runs: it prints a table, and takes a filter as its only argument.
function(keywright_bench target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK")
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "keywright_bench(${target}): SOURCES is missing or an argument is unknown")
  endif()
  add_executable(${target} ${ARG_SOURCES})
  keywright_compile_ours(${target})
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  keywright_collect(keywright_benches ${target})
  set_property(GLOBAL APPEND_STRING PROPERTY KEYWRIGHT_BENCH_PROGRAMS "$<TARGET_FILE:${target}>\n")
endfunction()

# keywright_fuzz(<target> SOURCES <file>... CORPUS <folder> [LINK <target>...])
#
# A libFuzzer target where KEYWRIGHT_BUILD_FUZZ is on. Elsewhere the same function is a test that
# replays the corpus, so that an input that once failed is tried by everyone.
function(keywright_fuzz target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "CORPUS" "SOURCES;LINK")
  if(NOT ARG_SOURCES OR NOT ARG_CORPUS OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "keywright_fuzz(${target}): SOURCES or CORPUS is missing, or an argument is unknown")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_CORPUS)
  add_executable(${target} ${ARG_SOURCES})
  keywright_compile_ours(${target})
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  if(KEYWRIGHT_BUILD_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    keywright_collect(keywright_fuzz_targets ${target})
    set_property(GLOBAL APPEND_STRING PROPERTY KEYWRIGHT_FUZZ_PROGRAMS
      "$<TARGET_FILE:${target}> ${ARG_CORPUS}\n")
  else()
    target_sources(${target} PRIVATE ${KEYWRIGHT_ROOT}/tests/fuzz/replay_main.cpp)
    keywright_collect(keywright_tests ${target})
    add_test(NAME ${target} COMMAND ${target} ${ARG_CORPUS})
    set_tests_properties(${target} PROPERTIES TIMEOUT 300 LABELS gtest)
  endif()
endfunction()
