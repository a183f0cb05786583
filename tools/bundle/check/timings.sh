# SPDX-License-Identifier: Apache-2.0
# The benchmarks of overlace, the clock while they run, and the counters of the hardware.

# bench NAME ARGUMENT…: runs a benchmark. Its rows go to the table, by way of the command $rows_by if there is one, also
# those from before it failed.
bench() {
  local name=$1 out="$log/${1// /-}" status
  shift
  limited "$here/launch" overlace-bench "$@" --json >"$out.printed" 2>"$out.err"
  status=$?
  cat "$out.err"
  "${rows_by:-cat}" <"$out.printed" >"$out.json"
  take_json "$out.json"
  # Status 1 without a word: one of the rows says what failed.
  if [ $status -eq 1 ] && grep -q '"status":"failed"' "$out.json"; then return; fi
  if [ $status -ne 0 ]; then row_of_failure "$name" "" $status "$out.err"
  elif ! grep -q '"status":' "$out.json"; then row "$name" "it printed no rows" "" failed; fi
}

sampler=''
start_clocks() {
  command -v nvidia-smi >/dev/null || return
  timeout -k $grace_s $((deadline - SECONDS)) nvidia-smi -l 2 --format=csv,noheader,nounits \
    --query-gpu=clocks.sm,clocks.mem,temperature.gpu,power.draw >"$log/clocks.csv" 2>/dev/null 3>&- &
  sampler=$!
}

stop_clocks() {
  [ -n "$sampler" ] || return
  kill "$sampler" 2>/dev/null
  sampler=''
}

row_of_clocks() {
  local span
  [ ! -s "$log/clocks.csv" ] || span=$(awk -F ', *' '
    $1 + 0 > 0 { low = (!low || $1 < low) ? $1 : low; high = $1 > high ? $1 : high }
    END { if (high) print low " to " high " MHz" }' "$log/clocks.csv")
  if [ -n "${span:-}" ]; then row "SM clock while timing" "$span" "" ok
  elif command -v nvidia-smi >/dev/null; then row "SM clock while timing" "nvidia-smi tells none" "" "not run"
  else row "SM clock while timing" "there is no nvidia-smi" "" "not run"; fi
}

time_frames() {
  start_clocks
  bench "bench gpu" gpu --part targets --seed "$seed"
  stop_clocks
  row_of_clocks
}

# Why frames take what they take.
run_experiments() { bench "experiments" gpu --part experiments --seed "$seed"; }

time_effects() { bench "effects" gpu --part effects --seed "$seed"; }

time_video() {
  local codec
  for codec in h264 hevc; do
    bench "bench video $codec" video "$here/clips/uhd_$codec.mp4" --device cuda --seed "$seed"
  done
}

# What an interpreter of the machine code for 9.0 counted of the painting kernel, in the third frame of the scene whose
# seed is 7; nothing where the GPU runs other code.
counted_by_model() {
  [ "${OVERLACE_PROGRAMS:-}" != rebuilt ] && grep -q 'compute capability 9\.0' "$log/devices.txt" || return
  sed -nE 's/^\| `PaintTiles` (\|[^|]*){2}\| ([0-9,]+) .*/\2/p' "$here/check/counts.md" | tr -d ,
}

# within_percent PERCENT A B
within_percent() { awk -v p="$1" -v a="$2" -v b="$3" 'BEGIN { exit !((a - b) ^ 2 <= (p / 100 * b) ^ 2) }'; }

# row_of_count COUNT: adds what the hardware counted, beside the model's count.
row_of_count() {
  local model percent=4 status=ok
  model=$(counted_by_model)
  [ -z "$model" ] || within_percent $percent "$1" "$model" || status=missed
  row "$counter" "$1" "${model:+$model +- $percent %}" $status
}

# Counts what the painting kernel executes, by the hardware's counters, which ordinary users may not be allowed to read.
count_instructions() {
  local ncu status count why counter="PaintTiles, warp instructions" out=$log/counters.csv
  ncu=$(find_tool ncu)
  if [ -z "$ncu" ]; then
    row "$counter" "there is no ncu" "" "not run"
    return
  fi
  # All kernels are one function, and its parameter's type tells them apart. Each frame is drawn twice: 4 are skipped.
  limited "$ncu" --target-processes all --clock-control none --kernel-name-base demangled \
    --kernel-name regex:PaintTiles --launch-skip 4 --launch-count 1 --kill yes --metrics smsp__inst_executed.sum --csv \
    "$here/launch" overlace-bench gpu --part targets --frames 1 --seed 7 >"$out" 2>&1
  status=$?
  count=$(awk -F '","' '/smsp__inst_executed.sum/ { gsub(/[",]/, "", $NF); print $NF; exit }' "$out")
  why=$(sed -nE 's/^==(ERROR|WARNING)== //p' "$out" | head -n 1)
  if [ $status -eq 124 ]; then row "$counter" "" "" "out of time"
  elif [ -n "$count" ]; then row_of_count "$count"
  else row "$counter" "${why:-ncu tells none}" "" "not run"; fi
}
