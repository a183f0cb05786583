// SPDX-License-Identifier: Apache-2.0
// Every error that the toolkit's header declares has a meaning of ours. Needs no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "gpu/cuda/cuda_check.h"
#include "gpu/cuda/error_meaning.h"

namespace overlace::cuda {
namespace {

struct Declared {
  std::string name;
  cudaError_t value;
};

/// The values of `enum cudaError`, as NVIDIA's header lists them.
std::vector<Declared> declared_errors() {
  std::ifstream file(CUDA_DRIVER_TYPES);
  const std::string header(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = header.find("enum __device_builtin__ cudaError");
  const std::string text = header.substr(begin, header.find("};", begin) - begin);
  const std::regex value(R"((cudaError\w+)\s*=\s*(\d+))");
  std::vector<Declared> all;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), value);
       at != std::sregex_iterator(); ++at)
    all.push_back({(*at)[1], static_cast<cudaError_t>(std::stoi((*at)[2]))});
  return all;
}

void expect_meaning(ErrorCode meaning, std::initializer_list<const char*> names) {
  const std::vector<Declared> all = declared_errors();
  for (const char* name : names) {
    const auto found = std::ranges::find(all, name, &Declared::name);
    ASSERT_NE(found, all.end()) << name;
    EXPECT_EQ(meaning_of(found->value), meaning) << name;
  }
}

TEST(CudaErrors, EveryOneOfTheHeaderHasAMeaning) {
  const std::vector<Declared> all = declared_errors();
  EXPECT_GT(all.size(), 120U);
  for (const Declared& error : all) {
    const auto meaning = known_meaning(error.value);
    ASSERT_TRUE(meaning) << error.name << " is not in the table";
    EXPECT_TRUE(*meaning == ErrorCode::out_of_memory || *meaning == ErrorCode::unavailable ||
                *meaning == ErrorCode::internal)
        << error.name;
  }
  EXPECT_EQ(known_meaning(cudaSuccess), std::nullopt);
  EXPECT_EQ(meaning_of(static_cast<cudaError_t>(12345)), ErrorCode::internal);
}

TEST(CudaErrors, OnlyMemoryIsMemory) {
  for (const Declared& error : declared_errors())
    EXPECT_EQ(meaning_of(error.value) == ErrorCode::out_of_memory,
              error.name == "cudaErrorMemoryAllocation")
        << error.name;
}

// CUDA Runtime API: faults of a machine, its driver or its build are not bugs of ours.
TEST(CudaErrors, WhatIsWrongWithTheMachineIsNoBug) {
  expect_meaning(
      ErrorCode::unavailable,
      {"cudaErrorNoDevice", "cudaErrorInsufficientDriver", "cudaErrorJitCompilerNotFound",
       "cudaErrorJitCompilationDisabled", "cudaErrorInvalidPtx", "cudaErrorUnsupportedPtxVersion",
       "cudaErrorNoKernelImageForDevice", "cudaErrorECCUncorrectable", "cudaErrorLaunchTimeout",
       "cudaErrorDeviceUninitialized", "cudaErrorMpsClientTerminated"});
}

TEST(CudaErrors, WrongCallsAndKernelsAreBugs) {
  expect_meaning(ErrorCode::internal,
                 {"cudaErrorInvalidValue", "cudaErrorIllegalAddress", "cudaErrorMisalignedAddress",
                  "cudaErrorLaunchFailure", "cudaErrorStreamCaptureInvalidated"});
}

TEST(CudaErrors, AreThrownWithNameHintAndCode) {
  for (const Declared& error : declared_errors()) {
    try {
      check(error.value, "a test");
      ADD_FAILURE() << error.name << " was not thrown";
    } catch (const Error& thrown) {
      EXPECT_EQ(thrown.code(), meaning_of(error.value)) << error.name;
      EXPECT_NE(std::string(thrown.what()).find(error.name), std::string::npos) << thrown.what();
    }
  }
}

}  // namespace
}  // namespace overlace::cuda
