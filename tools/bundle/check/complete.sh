# SPDX-License-Identifier: Apache-2.0
# Whether this folder is complete. Needs no GPU.

# Every library that a program asks for is of this folder, and has the symbols that are asked for.
check_libraries() {
  local program name path bad=0
  for program in "$here"/bin/*; do
    program=${program##*/}
    LD_WARN=1 LD_BIND_NOW=1 "$here/launch" --list "$program" >"$log/libraries.log" 2>"$log/symbols.log" || bad=1
    ! grep . "$log/symbols.log" || bad=1
    while read -r name _ path _; do
      case "$name $path" in
        *" $here/"* | "$here/"* | linux-vdso*) ;;
        *" not") echo "$program: $name is missing" && bad=1 ;;
        *) echo "$program: $name is not from this folder but $path" && bad=1 ;;
      esac
    done <"$log/libraries.log"
  done
  return $bad
}

# Nothing of the caller's settings is needed.
alone() { env -i PATH="$PATH" "$here/launch" "$@"; }

check_programs() {
  local program bad=0
  alone overlace --version || bad=1
  for program in "$here"/bin/test_*; do
    [ ! -e "$program" ] || alone "${program##*/}" --gtest_list_tests >/dev/null || bad=1
  done
  return $bad
}

check_clips() {
  local clip bad=0
  for clip in "$here"/clips/*.mp4; do
    "$here/launch" overlace frame "$clip" -n 5 -g boxes --tracks "$here/clips/tracks.txt" --device cpu -q \
      -o "$log/clip.png" --overwrite || bad=1
  done
  return $bad
}

self_test() {
  local bad=0 check
  for check in libraries programs clips; do
    if "check_$check"; then echo "$check: ok"; else echo "$check: FAILED"; bad=1; fi
  done
  return $bad
}
