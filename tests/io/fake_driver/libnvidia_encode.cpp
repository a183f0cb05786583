// SPDX-License-Identifier: Apache-2.0
// libnvidia-encode.so.1: a lossless H.264 encoder for 8-bit pictures.
#include <ffnvcodec/dynlink_cuda.h>
#include <ffnvcodec/nvEncodeAPI.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "tests/io/fake_driver/fake_driver.h"
#include "tests/io/fake_driver/pcm_h264.h"

extern "C" overlace::fake_driver::State* fake_driver_state();

namespace {

using namespace overlace::fake_driver;

/// A picture in device memory or in the library's own.
struct Input {
  std::vector<std::uint8_t> own;
  const std::uint8_t* data = nullptr;
  std::size_t pitch = 0;
  NV_ENC_BUFFER_FORMAT format = NV_ENC_BUFFER_FORMAT_NV12;
};
struct Output {
  std::vector<std::uint8_t> bytes;
  std::uint64_t stamp = 0;
};
struct Encoder {
  int width = 0, height = 0;
  bool has_stream = false;
  unsigned pictures = 0;
};

Encoder& encoder_of(void* handle) {
  return *static_cast<Encoder*>(handle);
}

YuvPicture picture_of(const Input& input, const Encoder& encoder) {
  YuvPicture p{encoder.width, encoder.height, {}, {input.pitch, input.pitch, input.pitch}, 2};
  const std::uint8_t* chroma = input.data + input.pitch * static_cast<std::size_t>(encoder.height);
  p.planes[0] = input.data;
  p.planes[1] = chroma;
  p.planes[2] = chroma + 1;
  if (input.format == NV_ENC_BUFFER_FORMAT_NV12) return p;
  p.chroma_step = 1;  // YV12: V, then U
  p.strides[1] = p.strides[2] = input.pitch / 2;
  p.planes[2] = chroma;
  p.planes[1] = chroma + input.pitch / 2 * static_cast<std::size_t>(encoder.height / 2);
  return p;
}

#define ENTER(call)                                                 \
  if (const int code = fake_driver_state()->enter(call); code != 0) \
  return static_cast<NVENCSTATUS>(code)

NVENCSTATUS open_session(NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS* parameters, void** encoder) {
  ENTER("nvEncOpenEncodeSessionEx");
  if (parameters->device == nullptr) return NV_ENC_ERR_INVALID_DEVICE;
  *encoder = std::make_unique<Encoder>().release();
  fake_driver_state()->count(&Live::sessions, 1);
  return NV_ENC_SUCCESS;
}
NVENCSTATUS destroy(void* encoder) {
  const std::unique_ptr<Encoder> owner(static_cast<Encoder*>(encoder));
  fake_driver_state()->count(&Live::sessions, -1);
  return NV_ENC_SUCCESS;
}
NVENCSTATUS codec_count(void* /*encoder*/, std::uint32_t* count) {
  *count = 1;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS codecs(void* /*encoder*/, GUID* guids, std::uint32_t /*size*/, std::uint32_t* count) {
  ENTER("nvEncGetEncodeGUIDs");
  guids[0] = NV_ENC_CODEC_H264_GUID;
  *count = 1;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS capability(void* /*encoder*/, GUID /*codec*/, NV_ENC_CAPS_PARAM* which, int* value) {
  const bool size =
      which->capsToQuery == NV_ENC_CAPS_WIDTH_MAX || which->capsToQuery == NV_ENC_CAPS_HEIGHT_MAX;
  const bool deep = which->capsToQuery == NV_ENC_CAPS_SUPPORT_10BIT_ENCODE;
  *value = size ? 4096 : deep ? 0 : 1;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS preset_config(void* /*encoder*/, GUID /*codec*/, GUID /*preset*/,
                          NV_ENC_TUNING_INFO /*tuning*/, NV_ENC_PRESET_CONFIG* /*config*/) {
  return NV_ENC_SUCCESS;
}
NVENCSTATUS initialize(void* encoder, NV_ENC_INITIALIZE_PARAMS* parameters) {
  ENTER("nvEncInitializeEncoder");
  encoder_of(encoder).width = static_cast<int>(parameters->encodeWidth);
  encoder_of(encoder).height = static_cast<int>(parameters->encodeHeight);
  return NV_ENC_SUCCESS;
}
NVENCSTATUS set_streams(void* encoder, void* /*input*/, void* /*output*/) {
  encoder_of(encoder).has_stream = true;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS sequence_parameters(void* encoder, NV_ENC_SEQUENCE_PARAM_PAYLOAD* payload) {
  const auto headers = h264_headers(encoder_of(encoder).width, encoder_of(encoder).height);
  if (headers.size() > payload->inBufferSize) return NV_ENC_ERR_NOT_ENOUGH_BUFFER;
  std::memcpy(payload->spsppsBuffer, headers.data(), headers.size());
  *payload->outSPSPPSPayloadSize = static_cast<std::uint32_t>(headers.size());
  return NV_ENC_SUCCESS;
}
NVENCSTATUS create_input(void* /*encoder*/, NV_ENC_CREATE_INPUT_BUFFER* parameters) {
  auto input = std::make_unique<Input>();
  input->pitch = (parameters->width + 63U) / 64U * 64U;
  input->own.resize(input->pitch * parameters->height * 3 / 2);
  input->data = input->own.data();
  input->format = parameters->bufferFmt;
  parameters->inputBuffer = input.release();
  return NV_ENC_SUCCESS;
}
NVENCSTATUS destroy_input(void* /*encoder*/, void* input) {
  const std::unique_ptr<Input> owner(static_cast<Input*>(input));
  return NV_ENC_SUCCESS;
}
NVENCSTATUS lock_input(void* /*encoder*/, NV_ENC_LOCK_INPUT_BUFFER* parameters) {
  Input& input = *static_cast<Input*>(parameters->inputBuffer);
  parameters->bufferDataPtr = input.own.data();
  parameters->pitch = static_cast<std::uint32_t>(input.pitch);
  return NV_ENC_SUCCESS;
}
NVENCSTATUS unlock_input(void* /*encoder*/, void* /*input*/) {
  return NV_ENC_SUCCESS;
}
NVENCSTATUS create_output(void* /*encoder*/, NV_ENC_CREATE_BITSTREAM_BUFFER* parameters) {
  parameters->bitstreamBuffer = std::make_unique<Output>().release();
  return NV_ENC_SUCCESS;
}
NVENCSTATUS destroy_output(void* /*encoder*/, void* output) {
  const std::unique_ptr<Output> owner(static_cast<Output*>(output));
  return NV_ENC_SUCCESS;
}
NVENCSTATUS register_resource(void* /*encoder*/, NV_ENC_REGISTER_RESOURCE* parameters) {
  ENTER("nvEncRegisterResource");
  const std::size_t bytes = std::size_t{parameters->pitch} * parameters->height * 3 / 2;
  if (!fake_driver_state()->owns(parameters->resourceToRegister, bytes)) {
    return NV_ENC_ERR_RESOURCE_REGISTER_FAILED;
  }
  auto input = std::make_unique<Input>();
  input->data = static_cast<const std::uint8_t*>(parameters->resourceToRegister);
  input->pitch = parameters->pitch;
  input->format = parameters->bufferFormat;
  parameters->registeredResource = input.release();
  return NV_ENC_SUCCESS;
}
NVENCSTATUS map_resource(void* /*encoder*/, NV_ENC_MAP_INPUT_RESOURCE* parameters) {
  parameters->mappedResource = parameters->registeredResource;
  parameters->mappedBufferFmt = static_cast<Input*>(parameters->registeredResource)->format;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS unmap_resource(void* /*encoder*/, void* /*input*/) {
  return NV_ENC_SUCCESS;
}
NVENCSTATUS encode(void* handle, NV_ENC_PIC_PARAMS* parameters) {
  if ((parameters->encodePicFlags & NV_ENC_PIC_FLAG_EOS) != 0) return NV_ENC_SUCCESS;
  ENTER("nvEncEncodePicture");
  Encoder& encoder = encoder_of(handle);
  if (encoder.has_stream) fake_driver_state()->run_all();  // ordered after queued work
  const Input& input = *static_cast<Input*>(parameters->inputBuffer);
  if (input.format != NV_ENC_BUFFER_FORMAT_NV12 && input.format != NV_ENC_BUFFER_FORMAT_YV12) {
    return NV_ENC_ERR_INVALID_PARAM;
  }
  Output& output = *static_cast<Output*>(parameters->outputBitstream);
  output.bytes = h264_picture(picture_of(input, encoder), encoder.pictures++);
  output.stamp = parameters->inputTimeStamp;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS lock_output(void* /*encoder*/, NV_ENC_LOCK_BITSTREAM* parameters) {
  Output& output = *static_cast<Output*>(parameters->outputBitstream);
  parameters->bitstreamBufferPtr = output.bytes.data();
  parameters->bitstreamSizeInBytes = static_cast<std::uint32_t>(output.bytes.size());
  parameters->outputTimeStamp = output.stamp;
  parameters->pictureType = NV_ENC_PIC_TYPE_IDR;
  parameters->numSlices = 1;
  return NV_ENC_SUCCESS;
}
NVENCSTATUS unlock_output(void* /*encoder*/, void* /*output*/) {
  return NV_ENC_SUCCESS;
}
const char* last_error(void* /*encoder*/) {
  return "fake";
}

}  // namespace

extern "C" {

NVENCSTATUS NvEncodeAPIGetMaxSupportedVersion(std::uint32_t* version) {
  *version = NVENCAPI_MAJOR_VERSION << 4 | NVENCAPI_MINOR_VERSION;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS NvEncodeAPICreateInstance(NV_ENCODE_API_FUNCTION_LIST* list) {
  list->nvEncOpenEncodeSessionEx = open_session;
  list->nvEncDestroyEncoder = destroy;
  list->nvEncGetEncodeGUIDCount = codec_count;
  list->nvEncGetEncodeGUIDs = codecs;
  list->nvEncGetEncodeCaps = capability;
  list->nvEncGetEncodePresetConfigEx = preset_config;
  list->nvEncInitializeEncoder = initialize;
  list->nvEncSetIOCudaStreams = set_streams;
  list->nvEncGetSequenceParams = sequence_parameters;
  list->nvEncCreateInputBuffer = create_input;
  list->nvEncDestroyInputBuffer = destroy_input;
  list->nvEncLockInputBuffer = lock_input;
  list->nvEncUnlockInputBuffer = unlock_input;
  list->nvEncCreateBitstreamBuffer = create_output;
  list->nvEncDestroyBitstreamBuffer = destroy_output;
  list->nvEncRegisterResource = register_resource;
  list->nvEncUnregisterResource = destroy_input;
  list->nvEncMapInputResource = map_resource;
  list->nvEncUnmapInputResource = unmap_resource;
  list->nvEncEncodePicture = encode;
  list->nvEncLockBitstream = lock_output;
  list->nvEncUnlockBitstream = unlock_output;
  list->nvEncGetLastErrorString = last_error;
  return NV_ENC_SUCCESS;
}

}  // extern "C"
