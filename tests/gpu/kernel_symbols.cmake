# SPDX-License-Identifier: Apache-2.0
# Objects compiled for one instruction set must not offer the linker functions that others share: it
# could pick them for every machine. Run as: cmake -DNM=nm -DOBJECTS=a.o,b.o -P kernel_symbols.cmake
string(REPLACE "," ";" objects "${OBJECTS}")
foreach(object ${objects})
  execute_process(COMMAND ${NM} --demangle --defined-only ${object}
    OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "cannot read ${object}")
  endif()
  string(REPLACE "\n" ";" lines "${symbols}")
  foreach(line ${lines})
    if(line MATCHES " [WT] " AND NOT line MATCHES "lanes_avx|paint_tile_avx|paint_owners_avx|search_band_avx|set_image_kernels_avx")
      message(FATAL_ERROR "${object} shares: ${line}")
    endif()
  endforeach()
endforeach()
