# SPDX-License-Identifier: Apache-2.0
# The tools of compute-sanitizer: memcheck finds bad accesses, synccheck finds wrong barriers and masks, and racecheck
# finds races on shared memory, which links and some effects use.

cannot_look='not supported|terminated before first|No attachable|[Cc]ould not|[Ff]ailed to|Internal error'

# why_no_sanitizer FILE: prints why the tool could not look at the program, and nothing if it could.
why_no_sanitizer() {
  sed -nE 's/^=+ (Internal Sanitizer )?Error: //p' "$1" | awk -v known="$cannot_look" '$0 ~ known { print; exit }'
}

# count_faults FILE: prints how many faults the tool found, and nothing if it did not come to its summary.
count_faults() { sed -nE 's/^=+ (ERROR|RACECHECK) SUMMARY: ([0-9]+) .*/\2/p' "$1" | sort -n | tail -n 1; }

# row_of_sanitizer NAME STATUS FILE: adds the row of a run that ended with that status.
row_of_sanitizer() {
  local faults why
  faults=$(count_faults "$3")
  why=$(why_no_sanitizer "$3")
  if [ "$2" -eq 124 ]; then row "$1" "" "no faults" "out of time"
  elif [ -n "$why" ]; then row "$1" "$why" "no faults" "not run"
  elif [ "${faults:-0}" -gt 0 ]; then row "$1" "$faults faults, see ${3##*/}" "no faults" failed
  elif [ "$2" -ne 0 ]; then row_of_failure "$1" "no faults" "$2" "$3"
  elif [ -z "$faults" ]; then row "$1" "the tool did not report" "no faults" "not run"
  elif grep -qE '^\[  (SKIPPED |PASSED  \] 0 )' "$3"; then row "$1" "$(why_skipped "$3")" "no faults" "not run"
  else row "$1" "no faults" "no faults" ok; fi
}

# under_sanitizer TOOL PROGRAM ARGUMENT…: runs a program under the tool.
under_sanitizer() {
  local tool=$1
  shift
  limited "$sanitizer" --tool "$tool" --target-processes all --report-api-errors no \
    --error-exitcode 99 "$here/launch" "$@"
}

# sanitize TOOL WHAT PROGRAM ARGUMENT…: makes one row of a program under the tool.
sanitize() {
  local tool=$1 name="$1, $2" out="$log/$1-${2// /-}.log" status
  shift 2
  if [ -z "$sanitizer" ]; then
    row "$name" "there is no compute-sanitizer" "no faults" "not run"
    return
  elif [ ! -e "$here/bin/$1" ]; then
    row "$name" "$1 is not in this bundle" "no faults" "not run"
    return
  fi
  under_sanitizer "$tool" "$@" >"$out" 2>&1
  status=$?
  # If the tool does not find its way through the bundled loader, it may find it through the machine's.
  case $(why_no_sanitizer "$out") in
    *"terminated before first"* | *"No attachable"*)
      OVERLACE_LIBC=machine under_sanitizer "$tool" "$@" >"$out" 2>&1
      status=$? ;;
  esac
  row_of_sanitizer "$name" $status "$out"
}

# Writes 5,000 points. They are too many to compare all with one another, so the links sort them into cells.
write_crowd() {
  awk 'BEGIN {
    for (i = 0; i < 5000; ++i)
      printf "1,%d,%.1f,%.1f,4,4,0.9,-1,-1,-1\n", i + 1, (i * 619) % 1270, (i * 283) % 710
  }' >"$log/crowd.txt"
}

# sanitize_frame TOOL WHAT GRAPH FRAME TRACKS: makes one row of a frame with a graph beside this file.
sanitize_frame() {
  sanitize "$1" "$2" overlace frame "$here/clips/h264_8.mp4" -n "$4" -g "$here/check/$3.json" --tracks "$5" \
    --device cuda -q -o "$log/$3.png" --overwrite
}

check_memory() {
  local tool graph sanitizer
  sanitizer=$(find_tool compute-sanitizer)
  write_crowd
  for tool in memcheck synccheck; do
    sanitize $tool "a few scenes" test_cuda_replay --gtest_filter="$few_scenes"
    sanitize $tool "a few effects" test_cuda_replay --gtest_filter="$few_effects"
  done
  for tool in memcheck synccheck; do sanitize_frame $tool "5,000 points" links 0 "$log/crowd.txt"; done
  for graph in links effects; do sanitize_frame racecheck "$graph" $graph 20 "$here/clips/tracks.txt"; done
}
