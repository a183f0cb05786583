// SPDX-License-Identifier: Apache-2.0
// NVDEC is queried codec by codec; NVENC is queried in an open session.
#include "io/cuda/hardware_codecs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "graph/core/error.h"
#include "io/cuda/cuda_driver.h"
#include "io/cuda/cuda_session.h"

namespace overlace {
namespace {

struct DecodableCodec {
  const char* name;
  cudaVideoCodec codec;
};
constexpr std::array decodable{DecodableCodec{"h264", cudaVideoCodec_H264},
                               DecodableCodec{"hevc", cudaVideoCodec_HEVC},
                               DecodableCodec{"av1", cudaVideoCodec_AV1},
                               DecodableCodec{"vp9", cudaVideoCodec_VP9},
                               DecodableCodec{"vp8", cudaVideoCodec_VP8},
                               DecodableCodec{"mpeg2video", cudaVideoCodec_MPEG2}};

struct EncodableCodec {
  const char* name;
  GUID guid;
};
const std::array encodable{
    EncodableCodec{"h264", NV_ENC_CODEC_H264_GUID}, EncodableCodec{"hevc", NV_ENC_CODEC_HEVC_GUID},
    // Not in the headers yet.
    EncodableCodec{"av1",
                   {0x0a352289, 0x0aa7, 0x4759, {0x86, 0x2d, 0x5d, 0x15, 0xcd, 0x16, 0xd2, 0x54}}}};

// The number of engines that decode such video; 0 for none.
int engines_for(const CuvidFunctions& cuvid, cudaVideoCodec codec, int bits) {
  CUVIDDECODECAPS caps{};
  caps.eCodecType = codec;
  caps.eChromaFormat = cudaVideoChromaFormat_420;
  caps.nBitDepthMinus8 = static_cast<unsigned>(bits - 8);
  if (cuvid.cuvidGetDecoderCaps(&caps) != CUDA_SUCCESS || caps.bIsSupported == 0) return 0;
  return std::max<int>(caps.nNumNVDECs, 1);  // older drivers leave it at 0
}

void probe_decoders(HardwareCodecs& found) {
  const CuvidLibrary cuvid = load_cuvid();
  if (!cuvid || cuvid->cuvidGetDecoderCaps == nullptr) {
    found.no_decoders = "libnvcuvid.so.1 cannot be loaded";
    return;
  }
  for (const auto& [name, codec] : decodable) {
    const int engines = engines_for(*cuvid, codec, 8);
    if (engines == 0) continue;
    found.decode_engines = std::max(found.decode_engines, engines);
    found.decoders.push_back({name, engines_for(*cuvid, codec, 10) > 0});
  }
  if (found.decoders.empty()) found.no_decoders = "the GPU has no video decoder";
}

std::string nvenc_error_text(NVENCSTATUS status) {
  switch (status) {
    case NV_ENC_ERR_NO_ENCODE_DEVICE:
    case NV_ENC_ERR_UNSUPPORTED_DEVICE:
      return "the GPU has no video encoder";
    case NV_ENC_ERR_OUT_OF_MEMORY:
      return "no encoder session is free";
    case NV_ENC_ERR_INVALID_VERSION:
      return "the driver is too old";
    default:
      return fmt::format("the encoder cannot be opened (error {})", static_cast<int>(status));
  }
}

/// An encoder session, opened only to query it.
class NvencSession {
 public:
  /// Throws Error(unavailable).
  NvencSession(const NvencFunctions& nvenc, void* context) {
    functions_.version = NV_ENCODE_API_FUNCTION_LIST_VER;
    check(nvenc.NvEncodeAPICreateInstance(&functions_));
    NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS parameters{};
    parameters.version = NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS_VER;
    parameters.apiVersion = NVENCAPI_VERSION;
    parameters.deviceType = NV_ENC_DEVICE_TYPE_CUDA;
    parameters.device = context;
    check(functions_.nvEncOpenEncodeSessionEx(&parameters, &encoder_));
  }
  ~NvencSession() {
    if (encoder_ != nullptr) functions_.nvEncDestroyEncoder(encoder_);
  }
  NvencSession(const NvencSession&) = delete;
  NvencSession& operator=(const NvencSession&) = delete;

  [[nodiscard]] std::vector<GUID> codecs() const {
    std::uint32_t count = 0;
    check(functions_.nvEncGetEncodeGUIDCount(encoder_, &count));
    std::vector<GUID> guids(count);
    check(functions_.nvEncGetEncodeGUIDs(encoder_, guids.data(), count, &count));
    return guids;
  }

 private:
  static void check(NVENCSTATUS status) {
    if (status != NV_ENC_SUCCESS) throw Error(ErrorCode::unavailable, nvenc_error_text(status));
  }

  NV_ENCODE_API_FUNCTION_LIST functions_{};
  void* encoder_ = nullptr;
};

void probe_encoders(void* context, HardwareCodecs& found) {
  const NvencLibrary nvenc = load_nvenc();
  if (!nvenc) throw Error(ErrorCode::unavailable, "libnvidia-encode.so.1 cannot be loaded");
  for (const GUID& guid : NvencSession(*nvenc, context).codecs()) {
    for (const EncodableCodec& codec : encodable) {
      if (std::memcmp(&guid, &codec.guid, sizeof guid) == 0)
        found.encoders.emplace_back(codec.name);
    }
  }
  if (found.encoders.empty()) throw Error(ErrorCode::unavailable, "the GPU has no video encoder");
}

}  // namespace

std::string HardwareCodecs::decoding_text() const {
  if (decoders.empty()) return fmt::format("NVDEC not usable: {}", no_decoders);
  std::vector<std::string> names;
  for (const Decoder& d : decoders) names.push_back(d.codec + (d.ten_bits ? " 10-bit" : ""));
  return fmt::format("NVDEC ({} {}): {}", decode_engines,
                     decode_engines == 1 ? "engine" : "engines", fmt::join(names, ", "));
}

std::string HardwareCodecs::encoding_text() const {
  return encoders.empty() ? fmt::format("NVENC not usable: {}", no_encoders)
                          : fmt::format("NVENC: {}", fmt::join(encoders, ", "));
}

HardwareCodecs probe_hardware_codecs(int device) {
  HardwareCodecs found;
  try {
    const CudaSession session(device);
    const CudaLibrary cuda = load_cuda();
    const CurrentContext current(*cuda, static_cast<CUcontext>(session.handles().context));
    probe_decoders(found);
    try {
      probe_encoders(session.handles().context, found);
    } catch (const Error& error) {
      found.no_encoders = error.what();
    }
  } catch (const Error& error) {
    found.no_decoders = found.no_encoders = error.what();
  }
  return found;
}

}  // namespace overlace
