# SPDX-License-Identifier: Apache-2.0
# What machine this is, and whether it has a GPU for us.

# find_tool NAME: prints the path of a tool of CUDA, and nothing if there is none.
find_tool() { PATH=$PATH:${CUDA_PATH:-/usr/local/cuda}/bin command -v "$1"; }

# fact NAME TEXT: adds a member to the JSON file's machine, unless the text is empty.
fact() { [ -z "$2" ] || printf '%s:%s\n' "$(json_text "$1")" "$(json_text "$2")" >>"$log/machine.json"; }

gpu_fields=name,driver_version,memory.total,clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem,power.limit,pstate

# Adds what nvidia-smi tells of the first GPU.
gpu_facts() {
  local fields values i
  limited nvidia-smi -i 0 "--query-gpu=$gpu_fields" --format=csv,noheader >"$log/nvidia-smi.txt" 2>&1 || return
  IFS=, read -ra fields <<<"$gpu_fields"
  IFS=, read -ra values <"$log/nvidia-smi.txt"
  for i in "${!fields[@]}"; do fact "${fields[i]}" "${values[i]# }"; done
}

describe() {
  fact date "$(date -u '+%F %T UTC')"
  fact kernel "$(uname -r)"
  fact "C library" "$(ldd --version 2>/dev/null | head -n 1)"
  fact processor "$(sed -nE 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  fact cores "$(nproc)"
  [ "${OVERLACE_PROGRAMS:-}" != rebuilt ] || fact "rebuilt with" "$(cat "$here/rebuilt/compiler")"
  if ! command -v nvidia-smi >/dev/null; then
    row "nvidia-smi" "there is none: driver and clocks are not known" "" "not run"
  elif ! gpu_facts; then
    row "nvidia-smi" "$(head -n 1 "$log/nvidia-smi.txt")" "" "not run"
  fi
  limited "$here/launch" overlace devices >"$log/devices.txt"
  fact devices "$(sed 's/$/;/' "$log/devices.txt")"
}

show_machine() {
  part "machine" 20 describe
  sed -nE 's/^"([^"]*)":"(.*)"$/\1\t\2/p' "$log/machine.json" | grep -v '^devices' |
    awk -F '\t' '{ printf "  %-16s %s\n", $1, $2 }'
  sed 's/^/  /' "$log/devices.txt"
}

look_for_gpu() { limited "$here/launch" overlace-bench gpu --probe; }

# Ends the check where there is no usable GPU, saying why.
demand_gpu() {
  local status why
  deadline=$((SECONDS + 60))
  look_for_gpu >"$log/probe.log" 2>&1
  status=$?
  [ $status -ne 0 ] || return 0
  why=$(words "$log/probe.log")
  row_of_failure "GPU" "" $status "$log/probe.log"
  write_json false
  case $status in
    75) echo "gpu-check: no usable GPU: ${why:-overlace does not say why}" >&2 ;;
    124) echo "gpu-check: the driver does not answer" >&2; exit 3 ;;
    *) echo "gpu-check: cannot look for a GPU: $(ended $status): ${why:-$(tail -n 1 "$log/probe.log")}" >&2; exit 1 ;;
  esac
  case $why in
    *"install a newer driver"* | *"this build has kernels"*)
      [ -z "$(find_tool nvcc)" ] || echo "gpu-check: this machine has nvcc; try gpu-check --rebuild" >&2 ;;
  esac
  exit 75
}
