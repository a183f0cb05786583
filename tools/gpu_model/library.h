// SPDX-License-Identifier: Apache-2.0
// The kernels of a build, by the classes that they are made from.
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

  /// Decodes a kernel when it is asked for the first time. Throws Error(internal) for one that the
  /// listing does not have, or that has what is unknown.
  [[nodiscard]] const Program& program(const std::type_info& kernel);

 private:
  std::map<std::string, ListedFunction> functions_;  ///< by the kernel's class
  std::map<std::string, Program> programs_;
};

}  // namespace overlace::gpu_model
