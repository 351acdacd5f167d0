# Uses Keywright as an outside project would: builds a copy of tests/package/outside in WORK, runs
# it, and looks at what is built again after a change. KEYWRIGHT_BUILD is a finished build to
# install from; with KEYWRIGHT_SOURCE the outside project adds the sources instead.

function(run)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "FAILS" "SAYS" "COMMAND")
  execute_process(COMMAND ${ARG_COMMAND}
    RESULT_VARIABLE status OUTPUT_VARIABLE answer ERROR_VARIABLE answer)
  list(JOIN ARG_COMMAND " " command)
  if(ARG_FAILS AND status EQUAL 0)
    message(FATAL_ERROR "This should have failed: ${command}\n${answer}")
  elseif(NOT ARG_FAILS AND NOT status EQUAL 0)
    message(FATAL_ERROR "This failed: ${command}\n${answer}")
  elseif(ARG_SAYS AND NOT answer MATCHES "${ARG_SAYS}")
    message(FATAL_ERROR "This should have said '${ARG_SAYS}': ${command}\n${answer}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/outside DESTINATION ${WORK}/source)
set(configure ${CMAKE_COMMAND} -S ${WORK}/source/outside -G Ninja
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -DCMAKE_BUILD_TYPE=${BUILD_TYPE} "-DCMAKE_CXX_FLAGS_DEBUG=${DEBUG_FLAGS}")
set(build ${CMAKE_COMMAND} --build ${WORK} --target outside)

if(KEYWRIGHT_SOURCE)
  run(COMMAND ${configure} -B ${WORK} -DKEYWRIGHT_SOURCE=${KEYWRIGHT_SOURCE}
      -DKEYWRIGHT_WERROR=${KEYWRIGHT_WERROR})
else()
  run(COMMAND ${CMAKE_COMMAND} --install ${KEYWRIGHT_BUILD} --prefix ${WORK}/prefix)
  list(APPEND configure -DCMAKE_PREFIX_PATH=${WORK}/prefix)
  run(COMMAND ${configure} -B ${WORK})
  run(COMMAND ${configure} -B ${WORK}/wrong -DALSO=enginee
      FAILS SAYS "no component 'enginee'.*engine")
endif()
run(COMMAND ${build})
run(COMMAND ${WORK}/outside SAYS "It rains in")
if(KEYWRIGHT_SOURCE)
  run(COMMAND ${build}) # learns the names of the generated files
endif()
run(COMMAND ${build} SAYS "no work to do")

# A change of the model reaches the program that uses it, in one build.
file(READ ${WORK}/source/outside/tickets.model.yaml model)
string(REPLACE "      title: " "      room:      {type: string, max: 40, optional: true}\n      title: " changed "${model}")
file(WRITE ${WORK}/source/outside/tickets.model.yaml "${changed}")
run(COMMAND ${build} SAYS "main.cpp")
run(COMMAND ${build} SAYS "no work to do")

# A model with an error fails the build with its place, and mends without a trace.
string(REPLACE "op: create" "op: creat" broken "${model}")
file(WRITE ${WORK}/source/outside/tickets.model.yaml "${broken}")
run(COMMAND ${build} FAILS SAYS "tickets.model.yaml:8:")
file(WRITE ${WORK}/source/outside/tickets.model.yaml "${model}")
run(COMMAND ${build})
run(COMMAND ${WORK}/outside SAYS "It rains in")

file(REMOVE_RECURSE ${WORK}) # up to 2 GB
