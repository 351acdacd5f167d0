# How this project compiles: language, warnings, sanitizers, and the functions with which every
# folder declares what it makes.

set(KEYWRIGHT_ROOT ${CMAKE_CURRENT_LIST_DIR}/..)
cmake_path(NORMAL_PATH KEYWRIGHT_ROOT)

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
endif()

# Compiled with every target of ours, never with those who link to us.
add_library(keywright_warnings INTERFACE)
target_compile_options(keywright_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${KEYWRIGHT_WERROR}>:-Werror>)

if(KEYWRIGHT_SANITIZE STREQUAL "address")
  set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=undefined)
elseif(KEYWRIGHT_SANITIZE STREQUAL "thread")
  set(sanitize -fsanitize=thread)
elseif(KEYWRIGHT_SANITIZE)
  message(FATAL_ERROR "KEYWRIGHT_SANITIZE is '${KEYWRIGHT_SANITIZE}': use address, thread or nothing")
endif()
if(KEYWRIGHT_SANITIZE)
  add_compile_options(${sanitize} -fno-omit-frame-pointer)
  add_link_options(${sanitize})
endif()

# keywright_add_if_present(<folder>...)
function(keywright_add_if_present)
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
    if(found)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

# Warnings, and the include root of the internal headers ("<layer>/file.hpp").
function(keywright_compile_ours target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:keywright_warnings>)
  target_include_directories(${target} PRIVATE ${KEYWRIGHT_ROOT}/src)
  target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()

# Leaves out a target whose files are not all there yet, and says so.
macro(keywright_return_unless_present target)
  foreach(file IN LISTS ARG_SOURCES)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file} AND NOT EXISTS ${file})
      message(WARNING "${target} is left out: ${CMAKE_CURRENT_SOURCE_DIR}/${file} does not exist")
      return()
    endif()
  endforeach()
endmacro()

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
  keywright_return_unless_present(${target})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(keywright::${layer} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${layer} POSITION_INDEPENDENT_CODE ON)
  keywright_compile_ours(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${KEYWRIGHT_ROOT}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  foreach(link IN LISTS ARG_LINK)
    if(link MATCHES "^keywright::(.*)")
      target_link_libraries(${target} PUBLIC keywright_${CMAKE_MATCH_1})
    else()
      target_link_libraries(${target} PRIVATE ${link})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY KEYWRIGHT_LAYERS ${layer})
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
  keywright_return_unless_present(${target})
  add_executable(${target} ${ARG_SOURCES})
  keywright_compile_ours(${target})
  list(TRANSFORM ARG_LINK REPLACE "^keywright::" "keywright_")
  target_link_libraries(${target} PRIVATE ${ARG_LINK} GTest::gmock_main)
  add_test(NAME ${target} COMMAND ${target} --gtest_brief=1)
  set_tests_properties(${target} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
  set_property(GLOBAL APPEND PROPERTY KEYWRIGHT_TESTS ${target})
  if("concurrent" IN_LIST ARG_LABELS)
    set_property(GLOBAL APPEND PROPERTY KEYWRIGHT_CONCURRENT_TESTS ${target})
  endif()
endfunction()
