# SPDX-License-Identifier: Apache-2.0
# The time of the whole run, of its parts and of their commands. Nothing waits longer than it may, whatever hangs.
# The run may take $whole_s.

grace_s=3    # for what is to end by itself, before it is killed, and then for what cannot be killed
deadline=0   # of the part, as SECONDS counts
child=''     # the command under way
alarm=''     # what wakes us when a command cannot even be killed
overdue=''   # set by it
trap 'overdue=1' USR1

# alarm_in SECONDS: starts a process that only waits, and then wakes this shell, every second until it is heard: bash's
# wait can miss a signal that comes together with another child's end.
alarm_in() {
  overdue=''
  [ -p "$log/never" ] || mkfifo "$log/never"
  (
    trap - TERM INT HUP
    read -rt "$1" <>"$log/never" # where nobody writes
    while kill -USR1 $$; do read -rt 1 <>"$log/never"; done
  ) >/dev/null 2>&1 3>&- &
  alarm=$!
}

alarm_off() {
  [ -z "$alarm" ] || kill "$alarm" 2>/dev/null
  wait "$alarm" 2>/dev/null
  alarm=''
}

# limited COMMAND…: runs it within the time of the part. Returns its status, or 124 when it was out of time. A process
# that hangs in the driver cannot be killed: it is left behind.
limited() {
  local left=$((deadline - SECONDS)) status
  [ "$left" -gt 0 ] || return 124
  timeout -k $grace_s "$left" "$@" 3>&- &
  child=$!
  alarm_in $((left + 2 * grace_s))
  wait "$child"
  status=$?
  child=''
  alarm_off
  if [ -n "$overdue" ] || { [ $status -eq 137 ] && [ $SECONDS -ge "$deadline" ]; }; then status=124; fi
  return $status
}

# part NAME SECONDS FUNCTION…: runs a part into a log of its own, within its time and what is left of the whole, and
# shows its rows.
part() {
  local name=$1 limit=$(($2 * whole_s / usual_s)) left=$((whole_s - SECONDS)) begin=$SECONDS
  shift 2
  [ "$limit" -lt "$left" ] || limit=$left
  if [ "$limit" -le 0 ]; then
    row "$name" "no time was left" "" "out of time"
  else
    deadline=$((SECONDS + limit))
    "$@" >"$log/${name// /-}.log" 2>&1
  fi
  printf '%s: %d s\n' "$name" $((SECONDS - begin)) >&3
  show_new_rows
}
