# What is installed: the public headers, the libraries behind them, the CLI, and the CMake package.
# Layers without a public header stand behind those that have one, or live in the CLI.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(KEYWRIGHT_COMPONENTS core http expression api storage engine repository wire server credentials remote connect guard emulation testing)
list(TRANSFORM KEYWRIGHT_COMPONENTS PREPEND keywright_ OUTPUT_VARIABLE libraries)
list(APPEND libraries keywright_model keywright_plan keywright_cost keywright_check)  # behind guard
install(TARGETS ${libraries} EXPORT keywright ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS keywright EXPORT keywright RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set_property(GLOBAL PROPERTY KEYWRIGHT_INSTALLED ${libraries} keywright)
list(APPEND KEYWRIGHT_COMPONENTS tools)
install(DIRECTORY ${KEYWRIGHT_ROOT}/include/keywright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/keywright)
install(EXPORT keywright NAMESPACE keywright:: FILE keywrightTargets.cmake
        DESTINATION ${package_folder})
configure_package_config_file(${KEYWRIGHT_ROOT}/cmake/keywrightConfig.cmake.in
  ${PROJECT_BINARY_DIR}/keywrightConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/keywrightConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/keywrightConfig.cmake
  ${PROJECT_BINARY_DIR}/keywrightConfigVersion.cmake
  ${KEYWRIGHT_ROOT}/cmake/KeywrightGenerate.cmake
  DESTINATION ${package_folder})
