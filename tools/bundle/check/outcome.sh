# SPDX-License-Identifier: Apache-2.0
# What a run of overlace that did not succeed says.

# words FILE: prints the error that overlace ended with.
words() { awk '/^overlace: / { last = substr($0, 11) } END { print last }' "$1"; }

# ended STATUS: puts an exit status into words.
ended() {
  case $1 in
    33) echo "out of memory" ;;
    12[89] | 1[3-9]? | 2??) echo "stopped by signal $(($1 - 128))" ;;
    *) echo "ended with status $1" ;;
  esac
}

# lacks FILE: prints what the machine lacks, if a message in the file tells of such an object.
lacks() {
  ! grep -qE 'cudaErrorJit(CompilerNotFound|CompilationDisabled)' "$1" ||
    echo "the driver has no compiler for the PTX that this GPU needs"
}

# row_of_failure NAME TARGET STATUS FILE: adds the row of a run with that exit status, whose messages are in FILE. What
# the machine lacks is no failure.
row_of_failure() {
  local said lacking
  said=$(words "$4")
  lacking=$(lacks "$4")
  case $3${lacking:+ lacking} in
    *lacking) row "$1" "$lacking" "$2" "not run" ;;
    75) row "$1" "${said:-ended with status 75}" "$2" "not run" ;;
    124) row "$1" "" "$2" "out of time" ;;
    *) row "$1" "$(ended "$3")${said:+: $said}" "$2" failed ;;
  esac
}
