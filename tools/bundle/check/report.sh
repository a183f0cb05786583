# SPDX-License-Identifier: Apache-2.0
# The report: rows for a table, and one JSON file that has everything. Both lie in $log.

start_report() {
  : >"$log/table.tsv"
  : >"$log/rows.json"
  : >"$log/details.json"
  shown=0
}

# json_text TEXT: as a JSON string.
json_text() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}

# row NAME VALUE TARGET STATUS. Status: ok, missed, failed, out of time, not run.
row() {
  printf '%s\t%s\t%s\t%s\n' "${@//[[:cntrl:]]/ }" >>"$log/table.tsv"
  printf '{"name":%s,"value":%s,"target":%s,"status":%s}\n' \
    "$(json_text "$1")" "$(json_text "$2")" "$(json_text "$3")" "$(json_text "$4")" >>"$log/rows.json"
}

# take_json FILE: takes what `overlace-bench` printed, one object in a line. Rows go to the table, and every object
# goes to the JSON file as it is.
take_json() {
  local text='"(([^"\\]|\\.)*)"' pattern
  pattern="^\{\"name\":$text,\"value\":$text,\"target\":$text,\"status\":$text[,}]"
  grep -E '^\{.*\}$' "$1" | grep -E "$pattern" | tee -a "$log/rows.json" |
    sed -E "s/$pattern.*/\1\t\3\t\5\t\7/; s/\\\\([\"\\/])/\1/g" >>"$log/table.tsv"
  grep -E '^\{.*\}$' "$1" | grep -vE "$pattern" >>"$log/details.json"
}

# as_table: sets lines of the table from standard input in columns. What may be long comes last.
as_table() {
  awk -F '\t' '{ printf "%-32s %-12s %-16s %s\n", $1, $4, $3, $2 }'
}

# Shows the rows that are new since the last time.
show_new_rows() {
  tail -n "+$((shown + 1))" "$log/table.tsv" | as_table | sed 's/^/  /' >&3
  shown=$(wc -l <"$log/table.tsv")
}

count_rows() { awk -F '\t' -v status="$1" '$4 == status' "$log/table.tsv" | wc -l; }

print_table() {
  local status summary=''
  printf 'name\tvalue\ttarget\tstatus\n' | cat - "$log/table.tsv" | as_table
  for status in ok missed failed 'out of time' 'not run'; do
    summary+=", $(count_rows "$status") $status"
  done
  printf '\n%s\n' "${summary#, }"
}

# json_list FILE: separates its lines by commas.
json_list() { sed '$!s/$/,/' "$1"; }

# write_json COMPLETE: writes the JSON file. COMPLETE is false when the check was cut.
write_json() {
  {
    printf '{"format":"overlace gpu-check 1","complete":%s,"commit":%s,"seed":%s,"seconds":%s,\n' \
      "$1" "$(json_text "$(cat "$here/commit")")" "$seed" "$SECONDS"
    printf '"machine":{\n'
    json_list "$log/machine.json"
    printf '},\n"rows":[\n'
    json_list "$log/rows.json"
    printf '],\n"details":[\n'
    json_list "$log/details.json"
    printf ']}\n'
  } >"$log/gpu-check.json"
}
