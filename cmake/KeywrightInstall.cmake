# What is installed: the public headers, the libraries behind them, the CLI, and the CMake package.
# Layers without a public header (the model's reader, the checker, the generator) live in the CLI.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(library_layers core expression api storage engine repository wire remote connect)
set(KEYWRIGHT_COMPONENTS)
foreach(layer IN LISTS library_layers)
  if(TARGET keywright_${layer})
    list(APPEND KEYWRIGHT_COMPONENTS ${layer})
    install(TARGETS keywright_${layer} EXPORT keywright ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endforeach()
if(TARGET keywright)
  list(APPEND KEYWRIGHT_COMPONENTS tools)
  install(TARGETS keywright EXPORT keywright RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${KEYWRIGHT_ROOT}/include/keywright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/keywright)
if(KEYWRIGHT_COMPONENTS)
  install(EXPORT keywright NAMESPACE keywright:: FILE keywrightTargets.cmake
          DESTINATION ${package_folder})
endif()
configure_package_config_file(${KEYWRIGHT_ROOT}/cmake/keywrightConfig.cmake.in
  ${PROJECT_BINARY_DIR}/keywrightConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/keywrightConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/keywrightConfig.cmake
  ${PROJECT_BINARY_DIR}/keywrightConfigVersion.cmake
  ${KEYWRIGHT_ROOT}/cmake/KeywrightGenerate.cmake
  DESTINATION ${package_folder})
