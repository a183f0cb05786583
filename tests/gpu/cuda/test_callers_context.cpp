// SPDX-License-Identifier: Apache-2.0
// The caller's context, with a driver that only remembers which one is current. Needs no GPU.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "gpu/cuda/callers_context.h"
#include "graph/core/error.h"

namespace overlace::cuda {
namespace {

CUcontext context(std::uintptr_t number) {
  return reinterpret_cast<CUcontext>(number);
}
CUstream stream(std::uintptr_t number) {
  return reinterpret_cast<CUstream>(number);
}

thread_local CUcontext current = nullptr;
thread_local int times_set = 0;

/// Stream n belongs to context n / 10; streams below 10 have none.
constexpr ContextCalls stand_in{.get_current =
                                    [](CUcontext* out) {
                                      *out = current;
                                      return CUDA_SUCCESS;
                                    },
                                .set_current =
                                    [](CUcontext wanted) {
                                      current = wanted;
                                      ++times_set;
                                      return CUDA_SUCCESS;
                                    },
                                .context_of =
                                    [](CUstream of, CUcontext* out) {
                                      const auto number = reinterpret_cast<std::uintptr_t>(of);
                                      *out = context(number / 10);
                                      return number < 10 ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
                                    }};

TEST(CallersContext, IsCurrentAgainAfterwards) {
  for (const std::uintptr_t before : {0U, 7U}) {
    current = context(before);
    {
      const CallersContext kept(stand_in);
      current = context(3);  // as cudaSetDevice would
    }
    EXPECT_EQ(current, context(before));
  }
}

TEST(CallersContext, IsCurrentAgainAfterAnError) {
  current = context(7);
  EXPECT_THROW(
      {
        const CallersContext kept(stand_in);
        current = context(3);
        throw std::runtime_error("a failed kernel");
      },
      std::runtime_error);
  EXPECT_EQ(current, context(7));
}

TEST(CallersContext, IsLeftAloneWhereItCannotBeAsked) {
  times_set = 0;
  current = context(7);
  ContextCalls deaf = stand_in;
  deaf.get_current = [](CUcontext*) { return CUDA_ERROR_NOT_INITIALIZED; };
  { const CallersContext kept(deaf); }
  { const CallersContext kept(ContextCalls{}); }
  EXPECT_EQ(times_set, 0);
}

std::string refusal(CUstream of) {
  try {
    check_stream(of, 2, stand_in);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.problems().front().message;
  }
}

TEST(CallersContext, StreamsOfOtherContextsAreRefusedByName) {
  current = context(4);
  EXPECT_EQ(refusal(nullptr), "");
  EXPECT_EQ(refusal(stream(41)), "");
  EXPECT_NE(refusal(stream(52)).find("GPU 2's primary one"), std::string::npos);
  EXPECT_NE(refusal(stream(5)).find("none of the driver's"), std::string::npos);
}

}  // namespace
}  // namespace overlace::cuda
