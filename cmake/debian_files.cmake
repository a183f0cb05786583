# SPDX-License-Identifier: Apache-2.0
# Run by CPack before it packs: adds to each package what Debian's policy asks for, its licence and its changes; packs manuals;
# moves zsh's completion to where Debian's zsh looks.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(package IN LISTS CPACK_COMPONENTS_ALL)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${package}/usr/share)
  set(folder ${root}/doc/${package})
  file(MAKE_DIRECTORY ${folder})
  file(COPY_FILE ${CPACK_OVERLACE_COPYRIGHT} ${folder}/copyright)
  file(WRITE ${folder}/changelog.Debian
    "overlace (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) ${CPACK_OVERLACE_SUITE}; urgency=medium\n\n"
    "  * Version ${CPACK_PACKAGE_VERSION}. CHANGELOG.md lists what changed.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  # CPack strips what install(TARGETS) installs, and so not OpenFX's bundle.
  file(GLOB_RECURSE plugins ${CPACK_TEMPORARY_DIRECTORY}/${package}/usr/OFX/*.ofx)
  if(plugins)
    execute_process(COMMAND strip --strip-unneeded ${plugins} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(GLOB manuals ${root}/man/man*/*.[1-9])
  if(EXISTS ${root}/zsh/site-functions)
    file(RENAME ${root}/zsh/site-functions ${root}/zsh/vendor-completions)
  endif()
  execute_process(COMMAND gzip -9nf ${folder}/changelog.Debian ${manuals} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
