# SPDX-License-Identifier: Apache-2.0
# The GPU tests: programs of GoogleTest.

# count_cases FILE: prints "PASSED FAILED SKIPPED CASE", where CASE is the one that failed first, or did not end.
count_cases() {
  awk '
    /^\[ RUN      \]/ { running = $4 }
    /^\[       OK \]/ { ++passed; running = "" }
    /^\[  SKIPPED \].* ms\)/ { ++skipped; running = "" }
    /^\[  FAILED  \].* ms\)/ { ++failed; first = first ? first : $4; running = "" }
    END {
      name = first ? first : running
      sub(/^[^.]*[.]/, "", name)
      sub(/,$/, "", name)
      printf "%d %d %d %s\n", passed, failed, skipped, name
    }' "$1"
}

# why_skipped FILE: prints why the first case was skipped.
why_skipped() { awk '/: Skipped$/ { getline why; exit } END { print why ? why : "there is no such test" }' "$1"; }

# row_of_tests NAME STATUS FILE: adds the row of a program that ended with that status; 77: all cases were skipped.
row_of_tests() {
  local passed failed skipped case text lacking
  read -r passed failed skipped case <<<"$(count_cases "$3")"
  text="$passed passed"
  [ "$failed" -eq 0 ] || text+=", $failed failed"
  [ "$skipped" -eq 0 ] || text+=", $skipped skipped"
  lacking=$(lacks "$3")
  if [ -n "$lacking" ]; then row "$1" "$lacking" "all pass" "not run"
  elif [ "$2" -eq 124 ]; then row "$1" "$text, stopped in ${case:-no case}" "all pass" "out of time"
  elif [ "$failed" -gt 0 ]; then row "$1" "$text: $case" "all pass" failed
  elif [ "$2" -ne 0 ] && [ "$2" -ne 77 ]; then row "$1" "$text, $(ended "$2")${case:+ in $case}" "all pass" failed
  elif [ "$passed" -gt 0 ]; then row "$1" "$text" "all pass" ok
  else row "$1" "$(why_skipped "$3")" "all pass" "not run"; fi
}

# run_tests NAME PROGRAM [FILTER]: runs cases of a program, which make one row.
run_tests() {
  local name=$1 program=$2 filter=${3:-*} out=$log/${1// /-}.log
  if [ ! -e "$here/bin/$program" ]; then
    row "$name" "$program is not in this bundle" "all pass" "not run"
    return
  fi
  limited "$here/launch" "$program" --gtest_filter="$filter" --gtest_random_seed="$first_scene" >"$out" 2>&1
  row_of_tests "$name" $? "$out"
}

few_scenes='*.AFewScenesForASanitizer'
few_effects='*.AFewEffectsForASanitizer'
thousand_scenes='*.AThousandRandomScenes*'

test_queue() { run_tests "queue" test_cuda_queue; }
test_scenes() { run_tests "scenes $first_scene to $((first_scene + 999))" test_cuda_replay "$thousand_scenes"; }
# Runs the rest, and programs that this file does not know.
test_replays() {
  local program name
  run_tests "replays" test_cuda_replay "*:-$thousand_scenes:$few_scenes:$few_effects"
  for program in "$here"/bin/test_*; do
    name=${program##*/}
    case $name in 'test_*' | test_cuda_queue | test_cuda_replay) continue ;; esac
    run_tests "${name#test_}" "$name"
  done
}
