# keywright_generate(TARGET <target> MODEL <file.model.yaml> [OUTPUT_DIR <folder>])
#
# Makes a static library of the repositories that a model describes. Link to it, and include
# "<model name>/<file>.hpp". The code is generated while building, again whenever the model or the
# generator changes, and only files whose text changed are touched. A model with errors fails the
# build with its findings.
#
# OUTPUT_DIR, the include root, is ${CMAKE_CURRENT_BINARY_DIR}/<target>.generated unless given.

function(keywright_generate)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "TARGET;MODEL;OUTPUT_DIR" "")
  if(NOT ARG_TARGET OR NOT ARG_MODEL OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: keywright_generate(TARGET <target> MODEL <file> [OUTPUT_DIR <folder>])")
  endif()
  if(NOT TARGET keywright::keywright_cli)
    message(FATAL_ERROR "keywright_generate(${ARG_TARGET}): the generator is missing. "
      "Ask for it: find_package(keywright CONFIG REQUIRED COMPONENTS tools ...)")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_MODEL NORMALIZE)
  if(NOT EXISTS ${ARG_MODEL})
    message(FATAL_ERROR "keywright_generate(${ARG_TARGET}): there is no model ${ARG_MODEL}")
  endif()
  if(NOT ARG_OUTPUT_DIR)
    set(ARG_OUTPUT_DIR ${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}.generated)
  endif()
  cmake_path(ABSOLUTE_PATH ARG_OUTPUT_DIR BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)

  # The name is the folder of the generated files. It is all that is read here of the model.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARG_MODEL})
  file(STRINGS ${ARG_MODEL} name REGEX "^name:" LIMIT_COUNT 1)
  if(NOT name MATCHES "^name:[ \t]*[\"']?([A-Za-z_][A-Za-z0-9_]*)[\"']?[ \t]*(#.*)?$")
    message(FATAL_ERROR "keywright_generate(${ARG_TARGET}): ${ARG_MODEL} needs a line like 'name: research'")
  endif()
  set(folder ${ARG_OUTPUT_DIR}/${CMAKE_MATCH_1})

  # Every file is declared, so that whoever includes one is compiled again in the same build in
  # which it changes. An installed generator lists them now; one of this build does not exist yet,
  # and its files are known from the second build on, which is the first that could change one.
  set(files)
  get_target_property(is_installed keywright::keywright_cli IMPORTED)
  if(is_installed)
    get_target_property(generator keywright::keywright_cli LOCATION)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${generator})
    execute_process(COMMAND ${generator} generate cpp ${ARG_MODEL} --out ${ARG_OUTPUT_DIR} --list
      OUTPUT_VARIABLE listed RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0)
      string(REPLACE "\n" ";" files "${listed}")
      list(TRANSFORM files PREPEND ${ARG_OUTPUT_DIR}/)
    endif()
  endif()
  if(NOT files)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.hpp ${folder}/*.cpp)
  endif()
  list(REMOVE_ITEM files ${folder}/all.cpp)

  set(stamp ${ARG_OUTPUT_DIR}/${ARG_TARGET}.stamp)
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${folder}/all.cpp ${files}
    COMMAND $<TARGET_FILE:keywright::keywright_cli> generate cpp ${ARG_MODEL} --out ${ARG_OUTPUT_DIR}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${ARG_MODEL} $<TARGET_FILE:keywright::keywright_cli>
    COMMENT "Generating repositories from ${ARG_MODEL}"
    VERBATIM)

  add_library(${ARG_TARGET} STATIC ${folder}/all.cpp ${stamp})
  target_include_directories(${ARG_TARGET} PUBLIC $<BUILD_INTERFACE:${ARG_OUTPUT_DIR}>)
  target_link_libraries(${ARG_TARGET}
    PUBLIC keywright::repository
    PRIVATE $<BUILD_INTERFACE:$<TARGET_NAME_IF_EXISTS:keywright_warnings>>)
  target_compile_features(${ARG_TARGET} PUBLIC cxx_std_20)
endfunction()
