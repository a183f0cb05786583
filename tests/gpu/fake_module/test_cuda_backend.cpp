// SPDX-License-Identifier: Apache-2.0
// Which modules are loaded, and that calls reach the one that is. A module of the tests' own lies
// beside this program.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cuda_build.h"
#include "gpu/callers_memory.h"
#include "gpu/cuda_backend.h"
#include "gpu/devices.h"
#include "gpu/replay.h"
#include "graph/core/error.h"
#include "render/device_choice.h"
#include "tests/gpu/fake_module/answers.h"
#include "tests/temp_folder.h"

namespace overlace::test {
namespace {

namespace fs = std::filesystem;

fs::path own_folder() {
  return fs::read_symlink("/proc/self/exe").parent_path();
}

LoadedCudaBackend load(const fs::path& name) {
  return load_cuda_backend((own_folder() / name).string());
}

/// Why a module is refused; all of these are faults of what is installed.
std::string refusal(const LoadedCudaBackend& loaded) {
  EXPECT_EQ(loaded.backend, nullptr);
  EXPECT_TRUE(loaded.fault);
  return loaded.why_not;
}

TEST(CudaModule, TheOneOfThisBuildIsLoaded) {
  const LoadedCudaBackend loaded = load("overlace-cuda.so");
  ASSERT_NE(loaded.backend, nullptr) << loaded.why_not;
  EXPECT_EQ(loaded.backend->build, cuda_build);
  EXPECT_FALSE(loaded.fault);
  EXPECT_EQ(loaded.why_not, "");
}

TEST(CudaModule, OneOfAnotherBuildIsRefusedByName) {
  const std::string why = refusal(load("other_build/overlace-cuda.so"));
  EXPECT_NE(why.find("other_build/overlace-cuda.so is from another build"), std::string::npos)
      << why;
}

TEST(CudaModule, WhatIsNoModuleIsRefusedWithTheLoadersReason) {
  const std::string lacking = refusal(load("no_backend/overlace-cuda.so"));
  EXPECT_NE(lacking.find("overlace_cuda_backend"), std::string::npos) << lacking;
  const TempFolder folder;
  const fs::path text = folder.path() / "overlace-cuda.so";
  std::ofstream(text) << "not a library\n";
  const std::string invalid = refusal(load_cuda_backend(text.string()));
  EXPECT_NE(invalid.find("overlace-cuda.so cannot be loaded: "), std::string::npos) << invalid;
}

TEST(CudaModule, WithoutOneThereIsAReasonAndNoFault) {
  const LoadedCudaBackend loaded = load_cuda_backend("");
  EXPECT_EQ(loaded.backend, nullptr);
  EXPECT_FALSE(loaded.fault);
  EXPECT_NE(loaded.why_not.find("is not installed"), std::string::npos);
}

// dlopen would look through LD_LIBRARY_PATH for a bare name, and takes others from the working
// folder.
TEST(CudaModule, NoFolderIsSearched) {
  const fs::path before = fs::current_path();
  fs::current_path(own_folder());
  for (const char* name : {"overlace-cuda.so", "./overlace-cuda.so"})
    EXPECT_NE(refusal(load_cuda_backend(name)).find("not absolute"), std::string::npos) << name;
  fs::current_path(before);
}

TEST(CudaCalls, DevicesAreTheModules) {
  const DeviceList opened = list_cuda_devices();
  ASSERT_EQ(opened.devices.size(), 1U) << opened.why_none;
  EXPECT_EQ(opened.devices[0].name, fake_name);
  EXPECT_EQ(opened.devices[0].free_memory, fake_free_memory);
  EXPECT_EQ(list_cuda_devices(DeviceProbe::from_outside).devices.at(0).free_memory, 0U);
  EXPECT_EQ(free_device_memory(0), fake_free_memory);
  EXPECT_EQ(free_device_memory(1), 0U);
}

TEST(CudaCalls, CallersMemoryIsTheModules) {
  std::byte from{5}, to{1};
  ImageView source, target;
  source.planes[0] = {&from, 1};
  target.planes[0] = {&to, 1};
  EXPECT_EQ(gpu_of(fake_gpu_memory()), 0);
  EXPECT_EQ(gpu_of(&from), -1);
  copy_on_gpu(target, source, nullptr);
  EXPECT_EQ(to, std::byte{5});
  clear_on_gpu(target, nullptr);
  EXPECT_EQ(to, std::byte{0});
}

TEST(CudaCalls, ReplaysAreTheModules) {
  const auto replay = make_cuda_replay(nullptr, {.slots = 5});
  EXPECT_EQ(replay->slots(), 5U);
  std::byte sample{0};
  ImageView picture;
  picture.planes[0] = {&sample, 1};
  EXPECT_EQ(replay->draw({.frame = 3}, picture).primitives, fake_primitives);
  EXPECT_EQ(sample, fake_paint);
  EXPECT_EQ(replay->bounds({.frame = 3}).x, 3);
}

TEST(CudaCalls, ErrorsOfTheModuleArriveWhole) {
  try {
    static_cast<void>(make_cuda_replay(nullptr, {.device = 1}));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_EQ(error.problems().front().message, fake_refusal);
    EXPECT_EQ(error.problems().front().hint, "a hint");
    EXPECT_EQ(error.problems().front().location.file, "--device");
  }
}

TEST(CudaCalls, TheBestDeviceIsTheModules) {
  std::string said;
  const ChosenDevice chosen = choose_device({}, [&](const std::string& line) { said += line; });
  EXPECT_EQ(chosen.gpu, 0);
  EXPECT_NE(said.find(fake_name), std::string::npos) << said;
}

}  // namespace
}  // namespace overlace::test
