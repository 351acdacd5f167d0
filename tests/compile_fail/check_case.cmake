# Compiles CASE with and without its mistake, with COMPILER and the folders INCLUDES.

file(STRINGS ${CASE} first_line LIMIT_COUNT 1)
if(NOT first_line MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${CASE}: the first line must be '// expect: <what the compiler says>'")
endif()
set(expected "${CMAKE_MATCH_1}")

list(TRANSFORM INCLUDES PREPEND -I)
set(compile ${COMPILER} -std=c++20 -fsyntax-only -Werror=unused-result ${INCLUDES} ${CASE})

execute_process(COMMAND ${compile} RESULT_VARIABLE status ERROR_VARIABLE answer)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "Without its mistake this must compile, and does not:\n${answer}")
endif()

execute_process(COMMAND ${compile} -DMISTAKE RESULT_VARIABLE status ERROR_VARIABLE answer)
if(status EQUAL 0)
  message(FATAL_ERROR "The mistake compiles.")
elseif(NOT answer MATCHES "${expected}")
  message(FATAL_ERROR "The compiler should have said '${expected}', but it said:\n${answer}")
endif()
