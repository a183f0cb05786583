# SPDX-License-Identifier: Apache-2.0
# The experiments on a frame's time, each beside what is predicted of it (predictions.tsv). The frame itself comes first
# and last, so that a drift of the card shows.

# beside_predictions: puts $prefix before the name of each row of `overlace-bench` on standard input, and what is
# predicted of it behind its target.
beside_predictions() {
  awk -v prefix="${prefix:-}" -v table="$here/check/predictions.tsv" '
    BEGIN {
      while ((getline line <table) > 0) {
        tab = index(line, "\t")
        predicted[substr(line, 1, tab - 1)] = substr(line, tab + 1)
      }
    }
    match($0, /^\{"name":"[^"\\]*"/) {
      name = substr($0, 10, RLENGTH - 10)
      rest = substr($0, RLENGTH + 1)
      if (name in predicted && match(rest, /"target":"[^"\\]*"/)) {
        target = substr(rest, RSTART + 10, RLENGTH - 11)
        if (target != "") target = target ", "
        rest = substr(rest, 1, RSTART + 9) target "predicted " predicted[name] "\"" substr(rest, RSTART + RLENGTH)
      }
      $0 = "{\"name\":\"" prefix name "\"" rest
    }
    { print }'
}

# predicted NAME: the same for a row that is made here.
predicted() { awk -F '\t' -v name="$1" '$1 == name { print "predicted " $2 }' "$here/check/predictions.tsv"; }

# Empty graphs, the frame with warm and cold caches, links, and the clock.
measure_first() { prefix='first: ' rows_by=beside_predictions bench first gpu --part targets --frames 30 --seed "$seed"; }
measure_last() { prefix='last: ' rows_by=beside_predictions bench last gpu --part targets --frames 30 --seed "$seed"; }

# Each kernel alone, in the graph, with warm and cold caches, when each multiprocessor ends, and variants of the frame.
measure_kernels() { rows_by=beside_predictions bench kernels gpu --part experiments --seed "$seed"; }

# What ncu calls them, and what rows do.
stall=smsp__average_warps_issue_stalled
waits=(
  "${stall}_no_instruction_per_issue_active.ratio=cycles for code"
  "${stall}_long_scoreboard_per_issue_active.ratio=cycles for memory"
  "${stall}_short_scoreboard_per_issue_active.ratio=cycles for shared memory"
  "${stall}_wait_per_issue_active.ratio=cycles for results"
  "l1tex__t_sector_hit_rate.pct=hits in L1, %"
  "sm__icc_requests.sum=requests for code"
  "sm__icc_requests_lookup_miss.sum=misses of code"
)

# count_waits: the hardware's counters of the frame's kernels, one counter at a time: where one is unknown, others are not.
count_waits() {
  local ncu wait kernel metric name value out=$log/waits.csv
  ncu=$(find_tool ncu)
  for wait in "${waits[@]}"; do
    metric=${wait%%=*}
    : >"$out"
    # Three kernels a frame, each frame drawn twice: the first two frames are skipped.
    [ -z "$ncu" ] || limited "$ncu" --target-processes all --clock-control none --kernel-name-base demangled \
      --print-kernel-base demangled --kernel-name 'regex:SmallLinks|BuildItems|PaintTiles' --launch-skip 12 \
      --launch-count 3 --kill yes --metrics "$metric" --csv \
      "$here/launch" overlace-bench gpu --part targets --frames 1 --seed 7 >"$out" 2>&1
    for kernel in SmallLinks BuildItems PaintTiles; do
      name="$kernel, ${wait#*=}"
      value=$(awk -F '","' -v kernel="$kernel" -v metric="$metric" \
        'index($0, kernel) && index($0, metric) { gsub(/[",]/, "", $NF); print $NF; exit }' "$out")
      if [ -n "$value" ]; then row "$name" "$value" "$(predicted "$name")" ok
      elif [ -z "$ncu" ]; then row "$name" "there is no ncu" "$(predicted "$name")" "not run"
      else row "$name" "$(sed -nE '/^==(ERROR|WARNING)== /{s///p;q}' "$out")" "$(predicted "$name")" "not run"; fi
    done
  done
}
