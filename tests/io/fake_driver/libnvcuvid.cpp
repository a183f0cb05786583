// SPDX-License-Identifier: Apache-2.0
// libnvcuvid.so.1: every picture decodes to a pattern that identifies its number.
#include <ffnvcodec/dynlink_cuda.h>
#include <ffnvcodec/dynlink_cuviddec.h>

#include <cstdio>
#include <memory>
#include <set>
#include <vector>

#include "tests/io/fake_driver/entry.h"
#include "tests/io/fake_driver/fake_driver.h"

extern "C" overlace::fake_driver::State* fake_driver_state();

namespace {

using namespace overlace::fake_driver;

constexpr unsigned surface_limit = 32;

class Decoder {
 public:
  explicit Decoder(const CUVIDDECODECREATEINFO& info)
      : info_(info), pictures_(info.ulNumDecodeSurfaces, -1) {}

  bool decode(int index) {
    if (index < 0 || index >= static_cast<int>(pictures_.size())) return false;
    pictures_[static_cast<std::size_t>(index)] = decoded_++;
    return true;
  }
  // Null if the surface holds no picture or too many are mapped.
  void* map(int index, unsigned& pitch) {
    if (index < 0 || index >= static_cast<int>(pictures_.size()) ||
        mapped_.size() >= info_.ulNumOutputSurfaces) {
      return nullptr;
    }
    const int picture = pictures_[static_cast<std::size_t>(index)];
    if (picture < 0) return nullptr;
    pitch = (static_cast<unsigned>(info_.ulTargetWidth) * bytes() + 255U) / 256U * 256U;
    void* memory = fake_driver_state()->allocate(pitch * info_.ulTargetHeight * 3 / 2);
    fill(static_cast<unsigned char*>(memory), pitch, picture);
    mapped_.insert(memory);
    return memory;
  }
  bool unmap(void* memory) {
    return mapped_.erase(memory) == 1 && fake_driver_state()->free(memory);
  }
  [[nodiscard]] bool all_unmapped() const { return mapped_.empty(); }

 private:
  [[nodiscard]] unsigned bytes() const {
    return info_.OutputFormat == cudaVideoSurfaceFormat_NV12 ? 1 : 2;
  }
  void put(unsigned char* row, int x, int plane, int picture, int sample_x, int y) const {
    const int bits = bytes() == 1 ? 8 : 10;
    const int value = pattern(picture, plane, sample_x, y, bits);
    if (bits == 8) {
      row[x] = static_cast<unsigned char>(value);
    } else {
      reinterpret_cast<unsigned short*>(row)[x] = static_cast<unsigned short>(value << 6);
    }
  }
  void fill(unsigned char* memory, unsigned pitch, int picture) const {
    const int width = static_cast<int>(info_.ulTargetWidth);
    const int height = static_cast<int>(info_.ulTargetHeight);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) put(memory + pitch * unsigned(y), x, 0, picture, x, y);
    }
    for (int y = 0; y < height / 2; ++y) {
      unsigned char* row = memory + pitch * unsigned(height + y);
      for (int x = 0; x < width; ++x) put(row, x, 1 + x % 2, picture, x / 2, y);
    }
  }

  CUVIDDECODECREATEINFO info_;
  std::vector<int> pictures_;  ///< the number of the picture in each surface, -1 for none
  std::set<void*> mapped_;
  int decoded_ = 0;
};

Decoder& decoder_of(CUvideodecoder handle) {
  return *static_cast<Decoder*>(handle);
}

}  // namespace

#define ENTER(call) \
  if (const int code = fake_driver_state()->enter(call); code != 0) return result(code)

extern "C" {

CUresult cuvidGetDecoderCaps(CUVIDDECODECAPS* caps) {
  ENTER("cuvidGetDecoderCaps");
  const bool formats = caps->eChromaFormat == cudaVideoChromaFormat_420 &&
                       (caps->nBitDepthMinus8 == 0 || caps->nBitDepthMinus8 == 2);
  const bool deep_h264 = caps->eCodecType == cudaVideoCodec_H264 && caps->nBitDepthMinus8 != 0;
  caps->bIsSupported = formats && !deep_h264 ? 1 : 0;
  caps->nNumNVDECs = 1;
  caps->nOutputFormatMask =
      (1U << cudaVideoSurfaceFormat_NV12) | (1U << cudaVideoSurfaceFormat_P016);
  caps->nMaxWidth = caps->nMaxHeight = 8192;
  caps->nMaxMBCount = 8192U * 8192U / 256U;
  caps->nMinWidth = caps->nMinHeight = 48;
  return CUDA_SUCCESS;
}
CUresult cuvidCreateDecoder(CUvideodecoder* decoder, CUVIDDECODECREATEINFO* info) {
  ENTER("cuvidCreateDecoder");
  if (info->ulNumDecodeSurfaces == 0 || info->ulNumDecodeSurfaces > surface_limit) {
    return result(invalid_value);
  }
  *decoder = std::make_unique<Decoder>(*info).release();
  fake_driver_state()->count(&Live::decoders, 1);
  return CUDA_SUCCESS;
}
CUresult cuvidDestroyDecoder(CUvideodecoder decoder) {
  const std::unique_ptr<Decoder> owner(&decoder_of(decoder));
  if (!owner->all_unmapped()) std::fprintf(stderr, "fake driver: surfaces outlive their decoder\n");
  fake_driver_state()->count(&Live::decoders, -1);
  return CUDA_SUCCESS;
}
CUresult cuvidDecodePicture(CUvideodecoder decoder, CUVIDPICPARAMS* picture) {
  ENTER("cuvidDecodePicture");
  return result(decoder_of(decoder).decode(picture->CurrPicIdx) ? 0 : invalid_value);
}
CUresult cuvidMapVideoFrame64(CUvideodecoder decoder, int index, unsigned long long* address,
                              unsigned* pitch, CUVIDPROCPARAMS* parameters) {
  ENTER("cuvidMapVideoFrame");
  if (parameters->output_stream == nullptr) return result(invalid_value);  // ours must arrive here
  void* memory = decoder_of(decoder).map(index, *pitch);
  if (memory == nullptr) return result(invalid_value);
  *address = reinterpret_cast<unsigned long long>(memory);
  fake_driver_state()->count(&Live::surfaces, 1);
  return CUDA_SUCCESS;
}
CUresult cuvidUnmapVideoFrame64(CUvideodecoder decoder, unsigned long long address) {
  ENTER("cuvidUnmapVideoFrame");
  if (!decoder_of(decoder).unmap(reinterpret_cast<void*>(address))) return result(invalid_value);
  fake_driver_state()->count(&Live::surfaces, -1);
  return CUDA_SUCCESS;
}

UNUSED(cuvidGetDecodeStatus)
UNUSED(cuvidReconfigureDecoder)
UNUSED(cuvidMapVideoFrame)
UNUSED(cuvidUnmapVideoFrame)
UNUSED(cuvidCtxLockCreate)
UNUSED(cuvidCtxLockDestroy)
UNUSED(cuvidCtxLock)
UNUSED(cuvidCtxUnlock)
UNUSED(cuvidCreateVideoSource)
UNUSED(cuvidCreateVideoSourceW)
UNUSED(cuvidDestroyVideoSource)
UNUSED(cuvidSetVideoSourceState)
UNUSED(cuvidGetVideoSourceState)
UNUSED(cuvidGetSourceVideoFormat)
UNUSED(cuvidGetSourceAudioFormat)
UNUSED(cuvidCreateVideoParser)
UNUSED(cuvidParseVideoData)
UNUSED(cuvidDestroyVideoParser)

}  // extern "C"
