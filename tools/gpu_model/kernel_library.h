// SPDX-License-Identifier: Apache-2.0
// The kernels of a build, by class.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <typeinfo>

#include "tools/gpu_model/decode.h"

namespace overlace::gpu_model {

class KernelLibrary {
 public:
  /// Takes the output of `cuobjdump -sass -res-usage` of one architecture.
  explicit KernelLibrary(std::string_view listing);

  /// The program of a kernel, decoded at the first call. Throws Error(internal) if the listing does
  /// not have it, or if it contains anything unknown.
  [[nodiscard]] const Program& program(const std::type_info& kernel);

 private:
  std::map<std::string, ListedFunction> functions_;  ///< by kernel class
  std::map<std::string, Program> programs_;
};

}  // namespace overlace::gpu_model
