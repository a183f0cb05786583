# SPDX-License-Identifier: Apache-2.0
# The GPU's decoders and encoders.

# render OUT CLIP OPTION…: draws on a clip. FFV1 makes the same bytes of the same pictures.
render() {
  local out=$1 clip=$2
  shift 2
  limited "$here/launch" overlace render "$clip" -g constellation --tracks "$here/clips/tracks.txt" -o "$out" \
    --overwrite --progress json "$@"
}

# What a render tells at its end: the way that the pictures took, and how many they were.
route_of() { sed -nE 's/^\{"event":"end".*"route":"([^"]*)".*/\1/p' "$1"; }
frames_of() { sed -nE 's/^\{"event":"end"[^{]*"frames":([0-9]+).*/\1/p' "$1"; }

# compare_decoder CLIP: compares what the GPU decodes and draws with software, frame for frame.
compare_decoder() {
  local name status out=$log/decoder.log target="same frames"
  name="NVDEC $(basename "$1" .mp4)"
  render "$log/cpu.nut" "$1" --device cpu --hwaccel none --vcodec ffv1 >"$out" 2>&1
  status=$?
  if [ $status -ne 0 ]; then
    row_of_failure "$name, in software" "$target" $status "$out"
    return
  fi
  render "$log/gpu.nut" "$1" --device cuda --hwaccel required --vcodec ffv1 >"$out" 2>&1
  status=$?
  if [ $status -ne 0 ]; then row_of_failure "$name" "$target" $status "$out"
  elif [[ $(route_of "$out") != nvdec* ]]; then row "$name" "another way: $(route_of "$out")" "$target" "not run"
  elif cmp "$log/cpu.nut" "$log/gpu.nut"; then row "$name" "same frames" "$target" ok
  else row "$name" "frames differ" "$target" failed; fi
}

check_decoders() {
  local clip
  for clip in "$here"/clips/{h264,hevc}_*.mp4; do
    compare_decoder "$clip"
    cat "$log/decoder.log"
  done
  rm -f "$log"/{cpu,gpu}.nut
}

# check_encoder CODEC: encodes a clip on the GPU, counts its frames, and decodes the last one in software.
check_encoder() {
  local name="NVENC $1" target="48 frames" status out=$log/encoder.log frames route
  render "$log/encoded.mp4" "$here/clips/h264_8.mp4" --device cuda --hwaccel required --vcodec "$1" >"$out" 2>&1
  status=$?
  if [ $status -ne 0 ]; then
    row_of_failure "$name" "$target" $status "$out"
    return
  fi
  frames=$(frames_of "$out") route=$(route_of "$out")
  if [[ $route != *_nvenc ]]; then # libav may be older than this codec's NVENC
    row "$name" "another way: $route" "$target" "not run"
    return
  fi
  limited "$here/launch" overlace frame "$log/encoded.mp4" -n 47 -g boxes --tracks "$here/clips/tracks.txt" \
    --device cpu -q -o "$log/encoded.png" --overwrite >>"$out" 2>&1
  status=$?
  if [ $status -ne 0 ]; then row_of_failure "$name, decoded" "$target" $status "$out"
  elif [ "$frames" = 48 ]; then row "$name" "48 frames" "$target" ok
  else row "$name" "${frames:-no} frames" "$target" failed; fi
}

check_encoders() {
  local codec
  for codec in h264 hevc av1; do
    check_encoder "$codec"
    cat "$log/encoder.log"
  done
  rm -f "$log"/encoded.*
}
