# SPDX-License-Identifier: Apache-2.0
# Run by cmake -P after a GoogleTest program is built: writes FILE, in which ctest finds a test for each of its suites.
# Those that take long are split: SHARDS tests play their cases in turn.
cmake_policy(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE listing
  TIMEOUT 60 COMMAND_ERROR_IS_FATAL ANY)

# A suite is a line such as "Name.", "Instance/Name." or "Name/0.", and its cases are the indented lines after it.
string(REGEX REPLACE "[][;]" "_" listing "${listing}")
string(REPLACE "\n" ";" listing "${listing}")
foreach(line IN LISTS listing)
  if(line MATCHES "^ ")
    math(EXPR cases_of_${suite} "${cases_of_${suite}} + 1")
  elseif(line MATCHES "^([^ ]*/)?([A-Za-z_][A-Za-z_0-9]*)(/[0-9]+)?\\.( |$)")
    set(suite ${CMAKE_MATCH_2})
    list(APPEND suites ${suite})
    math(EXPR cases_of_${suite} "0${cases_of_${suite}}")
  endif()
endforeach()
list(REMOVE_DUPLICATES suites)

# add(TEST SUITE SETTING…): a test with these settings in its environment.
function(add test suite)
  string(APPEND tests "add_test(${test} [==[${PROGRAM}]==] \"--gtest_filter=${suite}.*:*/${suite}.*:${suite}/*:*/${suite}/*\")
set_tests_properties(${test} PROPERTIES LABELS ${LABEL} TIMEOUT ${TIMEOUT} SKIP_RETURN_CODE 77
  WORKING_DIRECTORY [==[${FOLDER}]==] ENVIRONMENT [==[${ENVIRONMENT};${ARGN}]==])
")
  set(tests "${tests}" PARENT_SCOPE)
endfunction()

foreach(suite IN LISTS suites)
  set(shards ${SHARDS})
  if(shards GREATER cases_of_${suite})
    set(shards ${cases_of_${suite}})
  endif()
  if(shards EQUAL 1)
    add(${NAME}.${suite} ${suite})
    continue()
  endif()
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    add(${NAME}.${suite}.${shard}of${shards} ${suite} GTEST_TOTAL_SHARDS=${shards} GTEST_SHARD_INDEX=${index})
  endforeach()
endforeach()
file(WRITE ${FILE} "${tests}")
