# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: the licences of the libraries in MODULES that the page contains.
file(GLOB packages ${MODULES}/*/package.json ${MODULES}/@*/*/package.json)
set(text "The editor's page contains these libraries. npm has their sources, by these names.\n")
foreach(package ${packages})
  get_filename_component(folder ${package} DIRECTORY)
  file(RELATIVE_PATH name ${MODULES} ${folder})
  if(name MATCHES "^(@types/|@typescript/|typescript|axe-core)")
    continue() # checks the page, and is not in it
  endif()
  file(GLOB licence ${folder}/LICENSE* ${folder}/LICENCE* ${folder}/license*)
  if(NOT licence)
    message(FATAL_ERROR "${name} states no licence")
  endif()
  list(GET licence 0 licence)
  file(READ ${licence} words)
  string(APPEND text "\n\n---- ${name} ----\n\n${words}")
endforeach()
file(WRITE ${OUTPUT} "${text}")
