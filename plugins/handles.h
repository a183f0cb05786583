// SPDX-License-Identifier: Apache-2.0
// Owners of libovl's handles.
#pragma once

#include <overlace.h>

#include <memory>

namespace overlace::plugin {

struct Free {
  void operator()(ovl_program* program) const { ovl_program_unref(program); }
  void operator()(ovl_renderer* renderer) const { ovl_renderer_free(renderer); }
  void operator()(ovl_knobs* knobs) const { ovl_knobs_free(knobs); }
  void operator()(ovl_error* error) const { ovl_error_free(error); }
};

using Program = std::unique_ptr<ovl_program, Free>;
using Renderer = std::unique_ptr<ovl_renderer, Free>;
using Knobs = std::unique_ptr<ovl_knobs, Free>;
/// Null: no error.
using Failure = std::unique_ptr<ovl_error, Free>;

}  // namespace overlace::plugin
