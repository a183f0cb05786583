# SPDX-License-Identifier: Apache-2.0
# Debian packages, one for each component: `cpack -G DEB` in the build folder.
cmake_host_system_information(RESULT system QUERY DISTRIB_INFO)
# Every release of a distribution gets packages of its own. A package that the distribution itself makes is newer.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~${system_ID}${system_VERSION_ID})
set(package_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_PACKAGE_NAME overlace)
set(CPACK_PACKAGE_VENDOR overlace)
set(CPACK_PACKAGE_CONTACT "overlace <overlace@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)
set(CPACK_OVERLACE_SUITE "${system_VERSION_CODENAME}") # for debian_files.cmake
set(CPACK_OVERLACE_COPYRIGHT ${CMAKE_CURRENT_LIST_DIR}/debian_copyright)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs of one build find libovl in it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)

# debian_package(NAME SECTION FIELD VALUE…): the component NAME as a package of this name. Fields are those of CPack, such as
# DEPENDS; DESCRIPTION is one line and then paragraphs.
set(CPACK_COMPONENTS_ALL "")
macro(debian_package name section)
  list(APPEND CPACK_COMPONENTS_ALL ${name})
  string(TOUPPER ${name} component)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${section})
  set(fields ${ARGN})
  while(fields)
    list(POP_FRONT fields field value)
    if(field STREQUAL DESCRIPTION)
      set(CPACK_DEBIAN_${component}_DESCRIPTION "${value}")
    else()
      set(CPACK_DEBIAN_${component}_PACKAGE_${field} "${value}")
    endif()
  endwhile()
endmacro()

# module_package(NAME WHAT…): a module, whose package has its file's name. The program and the library load it, and only the one
# of the same build.
macro(module_package name description)
  if(TARGET overlace-${name})
    debian_package(overlace-${name} video ENHANCES "overlace, ${OVERLACE_LIBRARY_PACKAGE}"
      BREAKS "overlace (<< ${package_version}), overlace (>> ${package_version}), \
${OVERLACE_LIBRARY_PACKAGE} (<< ${package_version}), ${OVERLACE_LIBRARY_PACKAGE} (>> ${package_version})"
      DESCRIPTION "${description}")
    list(APPEND modules overlace-${name})
  endif()
endmacro()

set(this_library "${OVERLACE_LIBRARY_PACKAGE} (= ${package_version})")
set(about "overlace draws boxes, labels, trails, counts and curved links over video,
as a graph in a JSON document says.")

set(modules "")
module_package(vision "module of overlace that finds and tracks objects
${about}
This module finds what moves, people, faces and features, with OpenCV.")
module_package(svg "module of overlace that reads SVG drawings
${about}
This module reads SVG drawings with librsvg, in a process of its own.")
module_package(dnn "module of overlace that runs detectors, by OpenCV
${about}
This module runs detectors that users bring as ONNX files.")
module_package(openvino "module of overlace that runs detectors, by OpenVINO
${about}
This module runs detectors that users bring as ONNX files.")
module_package(faiss "module of overlace that searches neighbours with FAISS
${about}
This module searches neighbours among points and appearances.")
module_package(ocio "module of overlace that reads OpenColorIO configs
${about}
With this module, working spaces may be those of a config.")
module_package(sixel "module of overlace that shows pictures in terminals
${about}
This module shows pictures in terminals that take sixels.")
module_package(cuda "module of overlace that draws on NVIDIA GPUs
${about}
This module draws the same pictures on a GPU.")

debian_package(${OVERLACE_LIBRARY_PACKAGE} libs DEPENDS fonts-dejavu-core
  DESCRIPTION "library that draws tracked objects onto pictures
${about}
This is the library for C. It opens no video.")
set(library_control ${CMAKE_BINARY_DIR}/generated/debian_library)
file(WRITE ${library_control}/triggers "activate-noawait ldconfig\n")
file(WRITE ${library_control}/shlibs "libovl ${soname} ${OVERLACE_LIBRARY_PACKAGE} (>= ${PROJECT_VERSION})\n")
string(TOUPPER ${OVERLACE_LIBRARY_PACKAGE} component)
set(CPACK_DEBIAN_${component}_PACKAGE_CONTROL_EXTRA ${library_control}/triggers ${library_control}/shlibs)
debian_package(libovl-dev libdevel DEPENDS "${this_library}"
  DESCRIPTION "development files of libovl
${about}
This is the header of its library for C, with files for pkg-config and
CMake.")
debian_package(overlace-openfx video
  DESCRIPTION "OpenFX plug-in that draws tracked objects
${about}
This is the plug-in for hosts of OpenFX, such as Natron and Nuke.")
if(TARGET overlace_frei0r)
  debian_package(overlace-frei0r video DEPENDS "${this_library}"
    DESCRIPTION "frei0r plug-in that draws tracked objects
${about}
This is the plug-in for FFmpeg, MLT and other hosts of frei0r.")
endif()
if(TARGET overlace_gstreamer)
  debian_package(gstreamer1.0-overlace libs DEPENDS "${this_library}"
    DESCRIPTION "GStreamer element that draws tracked objects
${about}
This is an element for pipelines of GStreamer.")
endif()
debian_package(python3-overlace python ARCHITECTURE all DEPENDS "python3 (>= 3.10), python3-numpy, ${this_library}"
  RECOMMENDS overlace
  DESCRIPTION "Python package that draws tracked objects onto pictures
${about}
This is its package for Python: it draws on arrays and images.")
set(CPACK_DEBIAN_PYTHON3-OVERLACE_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_LIST_DIR}/debian_python/postinst ${CMAKE_CURRENT_LIST_DIR}/debian_python/prerm)
debian_package(overlace-doc doc ARCHITECTURE all
  DESCRIPTION "documentation of overlace
${about}
This is its documentation: tutorials, guides and the reference.")

if(OVERLACE_PROGRAM)
  set(suggested ${modules} overlace-doc)
  list(REMOVE_ITEM suggested overlace-vision overlace-svg)
  list(JOIN suggested ", " suggested)
  debian_package(overlace video DEPENDS fonts-dejavu-core RECOMMENDS "overlace-vision, overlace-svg" SUGGESTS "${suggested}"
    DESCRIPTION "draws tracked objects over video
${about}
Pixels that nothing is drawn on come out bit-identical; sound, times
and colour tags are kept.")
endif()
include(CPack)
