# SPDX-License-Identifier: Apache-2.0
# The tools of compute-sanitizer: memcheck finds bad accesses, synccheck wrong barriers and masks, racecheck races on
# shared memory, which only the sums of links use.

# find_tool NAME: a tool of CUDA, or nothing.
find_tool() { PATH=$PATH:${CUDA_PATH:-/usr/local/cuda}/bin command -v "$1"; }

# Why the tool could not look at the program; nothing if it could.
why_no_sanitizer() {
  sed -nE 's/^=+ (Internal Sanitizer )?Error: (.*(not supported|terminated before first|No attachable|[Cc]ould not|[Ff]ailed to|Internal error).*)/\2/p' \
    "$1" | head -n 1
}

# How many faults the tool counted; nothing if it did not come to its summary.
count_faults() { sed -nE 's/^=+ (ERROR|RACECHECK) SUMMARY: ([0-9]+) .*/\2/p' "$1" | sort -n | tail -n 1; }

# row_of_sanitizer NAME STATUS FILE
row_of_sanitizer() {
  local faults why
  faults=$(count_faults "$3")
  why=$(why_no_sanitizer "$3")
  if [ "$2" -eq 124 ]; then row "$1" "" "no faults" "out of time"
  elif [ -n "$why" ]; then row "$1" "$why" "no faults" "not run"
  elif [ "${faults:-0}" -gt 0 ]; then row "$1" "$faults faults, see ${3##*/}" "no faults" failed
  elif [ "$2" -ne 0 ]; then row_of_failure "$1" "no faults" "$2" "$3"
  elif [ -z "$faults" ]; then row "$1" "the tool did not report" "no faults" "not run"
  else row "$1" "no faults" "no faults" ok; fi
}

# under_sanitizer TOOL PROGRAM ARGUMENT…
under_sanitizer() {
  local tool=$1
  shift
  limited "$sanitizer" --tool "$tool" --target-processes all --report-api-errors no \
    --error-exitcode 99 "$here/launch" "$@"
}

# sanitize TOOL WHAT PROGRAM ARGUMENT…: one row.
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
  # Should it not find its way through the bundled loader, the machine's may do.
  case $(why_no_sanitizer "$out") in
    *"terminated before first"* | *"No attachable"*)
      OVERLACE_LIBC=machine under_sanitizer "$tool" "$@" >"$out" 2>&1
      status=$? ;;
  esac
  row_of_sanitizer "$name" $status "$out"
}

# More points than are compared with one another: they are sorted into cells.
write_crowd() {
  awk 'BEGIN {
    for (i = 0; i < 5000; ++i)
      printf "1,%d,%.1f,%.1f,4,4,0.9,-1,-1,-1\n", i + 1, (i * 619) % 1270, (i * 283) % 710
  }' >"$log/crowd.txt"
}

check_memory() {
  local tool sanitizer
  sanitizer=$(find_tool compute-sanitizer)
  write_crowd
  local frame=(overlace frame "$here/clips/h264_8.mp4" -g constellation --device cuda -q --overwrite)
  for tool in memcheck synccheck; do
    sanitize $tool "a few scenes" test_cuda_replay --gtest_filter="$few_scenes"
  done
  for tool in memcheck synccheck; do
    sanitize $tool "5,000 points" "${frame[@]}" -n 0 --tracks "$log/crowd.txt" -o "$log/crowd.png"
  done
  sanitize racecheck "links" "${frame[@]}" -n 20 --tracks "$here/clips/tracks.txt" -o "$log/links.png"
}
