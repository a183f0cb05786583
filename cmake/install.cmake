# SPDX-License-Identifier: Apache-2.0
# What `cmake --install build` puts where, in the components that packages are made of.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/overlace)
set(OVERLACE_MODULES_FOLDER lib/overlace) # graph/core/module.h looks for it from programs and libraries

# The C library. Its package has the number of its soname.
get_target_property(soname ovl SOVERSION)
set(OVERLACE_LIBRARY_PACKAGE libovl${soname})
install(TARGETS ovl EXPORT overlace
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${OVERLACE_LIBRARY_PACKAGE} NAMELINK_COMPONENT libovl-dev)
install(FILES api/overlace.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libovl-dev)
install(EXPORT overlace NAMESPACE overlace:: FILE overlaceConfig.cmake DESTINATION ${cmake_folder}
  COMPONENT libovl-dev)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/overlaceConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
# pkg-config's file finds its prefix from where it lies, so that a tree can be moved.
file(RELATIVE_PATH OVERLACE_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/ovl.pc.in ${CMAKE_BINARY_DIR}/generated/ovl.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/overlaceConfigVersion.cmake DESTINATION ${cmake_folder}
  COMPONENT libovl-dev)
install(FILES ${CMAKE_BINARY_DIR}/generated/ovl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libovl-dev)

# The library in a wheel (pyproject.toml): one file in the Python package, and the CUDA back-end where it was asked for.
if(SKBUILD)
  install(FILES $<TARGET_FILE:ovl> DESTINATION overlace RENAME $<TARGET_SONAME_FILE_NAME:ovl> COMPONENT python)
  if(TARGET overlace-cuda)
    install(FILES $<TARGET_FILE:overlace-cuda> DESTINATION overlace COMPONENT python)
  endif()
endif()

# Modules, for the library and the program.
foreach(module vision svg dnn openvino faiss ocio sixel cuda)
  if(TARGET overlace-${module})
    install(TARGETS overlace-${module} DESTINATION ${OVERLACE_MODULES_FOLDER} COMPONENT overlace-${module})
  endif()
endforeach()

# Plug-ins, where their hosts look for them.
if(TARGET overlace_frei0r)
  install(TARGETS overlace_frei0r LIBRARY DESTINATION lib/frei0r-1 COMPONENT overlace-frei0r)
endif()
if(TARGET overlace_gstreamer)
  # On Debian a folder of the architecture, which CMAKE_INSTALL_LIBDIR is under the prefix /usr alone.
  pkg_get_variable(gstreamer_prefix gstreamer-1.0 prefix)
  pkg_get_variable(gstreamer_folder gstreamer-1.0 pluginsdir)
  file(RELATIVE_PATH gstreamer_folder ${gstreamer_prefix} ${gstreamer_folder})
  install(TARGETS overlace_gstreamer LIBRARY DESTINATION ${gstreamer_folder} COMPONENT gstreamer1.0-overlace)
endif()
install(DIRECTORY ${OVERLACE_OPENFX_BUNDLE} DESTINATION OFX/Plugins COMPONENT overlace-openfx
  USE_SOURCE_PERMISSIONS)

# For Debian's Python, and the documentation: not installed unless asked for. The site is packed where it is built.
set(python_folder lib/python3/dist-packages)
install(DIRECTORY python/overlace DESTINATION ${python_folder} COMPONENT python3-overlace EXCLUDE_FROM_ALL
  FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed PATTERN __pycache__ EXCLUDE)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/METADATA
  CONTENT "Metadata-Version: 2.1\nName: overlace\nVersion: @PROJECT_VERSION@\nRequires-Dist: numpy\n" @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/METADATA DESTINATION ${python_folder}/overlace-${PROJECT_VERSION}.dist-info
  COMPONENT python3-overlace EXCLUDE_FROM_ALL)
set(OVERLACE_SITE ${CMAKE_SOURCE_DIR}/build/site) # tools/site
install(CODE "
  set(destination \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/overlace-doc)
  if(EXISTS ${OVERLACE_SITE}/index.html)
    # Browsers run no WebAssembly from a disk.
    file(INSTALL ${OVERLACE_SITE}/ DESTINATION \${destination}/html PATTERN playground EXCLUDE)
  else()
    file(INSTALL ${CMAKE_SOURCE_DIR}/docs/ DESTINATION \${destination}/markdown PATTERN conf.py EXCLUDE)
  endif()" COMPONENT overlace-doc EXCLUDE_FROM_ALL)

if(NOT OVERLACE_PROGRAM)
  return()
endif()

# The program, and the presets with their schema.
install(TARGETS overlace RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT overlace)
install(TARGETS overlace-commands RUNTIME DESTINATION ${OVERLACE_MODULES_FOLDER} COMPONENT overlace)
if(TARGET command_pages)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT overlace)
endif()
install(DIRECTORY presets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/overlace/presets COMPONENT overlace
  FILES_MATCHING PATTERN *.json)
