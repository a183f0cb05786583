// SPDX-License-Identifier: Apache-2.0
// The C interface on pictures in GPU memory; skipped without a GPU.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "tests/api/library_host.h"

namespace overlace::test {
namespace {

struct FreeCuda {
  void operator()(std::byte* memory) const { static_cast<void>(cudaFree(memory)); }
  void operator()(CUstream_st* stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
};
using Stream = std::unique_ptr<CUstream_st, FreeCuda>;

Stream make_stream() {
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  return Stream(stream);
}

/// A copy of a host picture in GPU memory.
class CudaPicture {
 public:
  CudaPicture(const Picture& picture, const Stream& stream) : image(picture.image) {
    void* memory = nullptr;
    EXPECT_EQ(cudaMalloc(&memory, picture.bytes.size()), cudaSuccess);
    memory_.reset(static_cast<std::byte*>(memory));
    bytes_.resize(picture.bytes.size());
    EXPECT_EQ(cudaMemcpyAsync(memory, picture.bytes.data(), bytes_.size(), cudaMemcpyHostToDevice,
                              stream.get()),
              cudaSuccess);
    image.memory = OVL_MEMORY_CUDA;
    EXPECT_EQ(ovl_image_place(&image, memory, nullptr), OVL_OK);
  }

  [[nodiscard]] const std::vector<std::byte>& downloaded() {
    EXPECT_EQ(cudaMemcpy(bytes_.data(), memory_.get(), bytes_.size(), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return bytes_;
  }

  ovl_image image;

 private:
  std::unique_ptr<std::byte, FreeCuda> memory_;
  std::vector<std::byte> bytes_;
};

Handle<ovl_renderer> cuda_renderer(const Handle<ovl_program>& program,
                                   const Stream& stream = nullptr) {
  ovl_device_options device{};
  device.struct_size = sizeof device;
  device.device = OVL_DEVICE_CUDA_N;
  device.stream = stream.get();
  ovl_renderer* renderer = nullptr;
  ovl_error* error = nullptr;
  EXPECT_EQ(ovl_renderer_create(program.get(), &device, &renderer, &error), OVL_OK)
      << ovl_error_message(error, 0);
  ovl_error_free(error);
  return Handle<ovl_renderer>(renderer);
}

class LibovlCuda : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0)
      GTEST_SKIP() << "no usable GPU: " << cudaGetErrorString(status);
  }
};

constexpr std::array formats{OVL_FORMAT_NV12, OVL_FORMAT_P010,    OVL_FORMAT_YUV420P,
                             OVL_FORMAT_RGBA, OVL_FORMAT_RGBAF16, OVL_FORMAT_RGBAF32};

TEST_F(LibovlCuda, PicturesOnTheGpuGetTheBytesOfTheCpu) {
  for (const char* preset : {"boxes", "constellation", "bloom"}) {
    const Host host(preset);
    const auto program = program_of(host.options);
    const Stream stream = make_stream();
    const auto cpu = renderer_of(program), gpu = cuda_renderer(program, stream);
    ASSERT_NE(gpu, nullptr);
    EXPECT_EQ(ovl_renderer_memory(gpu.get()), OVL_MEMORY_CUDA);
    for (const std::uint32_t format : formats) {
      Picture expected(format, 320, 180);
      CudaPicture actual(expected, stream);
      const auto grey = expected.bytes;
      ASSERT_EQ(ovl_draw(cpu.get(), 7, &expected.image, nullptr, nullptr), OVL_OK);
      ASSERT_EQ(ovl_draw(gpu.get(), 7, &actual.image, nullptr, nullptr), OVL_OK);
      EXPECT_NE(expected.bytes, grey);
      EXPECT_EQ(actual.downloaded(), expected.bytes) << preset << " " << ovl_format_name(format);
    }
  }
}

TEST_F(LibovlCuda, PicturesOfTheHostAreTakenAsWell) {
  const Host host("constellation");
  const auto program = program_of(host.options);
  const auto cpu = renderer_of(program), gpu = cuda_renderer(program);
  Picture expected(OVL_FORMAT_RGBA, 320, 180), actual(OVL_FORMAT_RGBA, 320, 180);
  ASSERT_EQ(ovl_draw(cpu.get(), 12, &expected.image, nullptr, nullptr), OVL_OK);
  ASSERT_EQ(ovl_draw(gpu.get(), 12, &actual.image, nullptr, nullptr), OVL_OK);
  EXPECT_EQ(actual.bytes, expected.bytes);
}

TEST_F(LibovlCuda, SeveralRenderersWithFramesInFlight) {
  const Host host("constellation");
  const auto program = program_of(host.options);
  const auto play = [&](std::int32_t first) {
    const Stream stream = make_stream();
    const auto cpu = renderer_of(program), gpu = cuda_renderer(program, stream);
    const std::uint32_t slots = ovl_slots(gpu.get());
    ASSERT_GT(slots, 1U);
    for (std::int32_t round = 0; round < 20; ++round) {
      const Picture clean(OVL_FORMAT_NV12, 320, 180);
      std::vector<CudaPicture> pictures;
      for (std::uint32_t slot = 0; slot < slots; ++slot) pictures.emplace_back(clean, stream);
      const auto frame_of = [&](std::uint32_t slot) {
        return first + round * 7 + static_cast<std::int32_t>(slot);
      };
      for (std::uint32_t slot = 0; slot < slots; ++slot)
        ASSERT_EQ(ovl_submit(gpu.get(), slot, frame_of(slot), &pictures[slot].image, nullptr),
                  OVL_OK);
      for (std::uint32_t slot = 0; slot < slots; ++slot) {
        ASSERT_EQ(ovl_wait(gpu.get(), slot, nullptr, nullptr), OVL_OK);
        Picture expected(OVL_FORMAT_NV12, 320, 180);
        ASSERT_EQ(ovl_draw(cpu.get(), frame_of(slot), &expected.image, nullptr, nullptr), OVL_OK);
        EXPECT_EQ(pictures[slot].downloaded(), expected.bytes) << frame_of(slot);
      }
    }
  };
  std::vector<std::thread> threads;
  for (const std::int32_t first : {0, 100, 200, 300}) threads.emplace_back(play, first);
  for (std::thread& thread : threads) thread.join();
}

TEST_F(LibovlCuda, CopiesStayOnTheGpu) {
  const Stream stream = make_stream();
  Picture noise(OVL_FORMAT_NV12, 319, 177);
  for (std::size_t i = 0; i < noise.bytes.size(); ++i)
    noise.bytes[i] = static_cast<std::byte>(i * 37 % 251);
  CudaPicture from(noise, stream), to(Picture(OVL_FORMAT_NV12, 319, 177), stream);
  EXPECT_EQ(ovl_gpu_of(from.image.plane[0].data), 0);
  EXPECT_EQ(ovl_gpu_of(noise.bytes.data()), -1);
  ASSERT_EQ(ovl_copy(&to.image, &from.image, stream.get(), nullptr), OVL_OK);
  EXPECT_EQ(to.downloaded(), noise.bytes);
  ASSERT_EQ(ovl_copy(&to.image, nullptr, stream.get(), nullptr), OVL_OK);
  EXPECT_EQ(to.downloaded(), std::vector<std::byte>(noise.bytes.size()));
  EXPECT_NE(ovl_copy(&to.image, &noise.image, stream.get(), nullptr), OVL_OK)
      << "one is the host's";
}

}  // namespace
}  // namespace overlace::test
