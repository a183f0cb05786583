// SPDX-License-Identifier: Apache-2.0
// Owners of libovl's handles, and its errors.
#pragma once

#include <overlace.h>

#include <memory>

namespace overlace::plugin {

struct Free {
  void operator()(ovl_program* program) const { ovl_program_unref(program); }
  void operator()(ovl_renderer* renderer) const { ovl_renderer_free(renderer); }
  void operator()(ovl_live* live) const { ovl_live_free(live); }
  void operator()(ovl_knobs* knobs) const { ovl_knobs_free(knobs); }
  void operator()(ovl_error* error) const { ovl_error_free(error); }
};

using Program = std::unique_ptr<ovl_program, Free>;
using Renderer = std::unique_ptr<ovl_renderer, Free>;
using Live = std::unique_ptr<ovl_live, Free>;
using Knobs = std::unique_ptr<ovl_knobs, Free>;

/// How a call has failed; false if it has not.
class Failure {
 public:
  Failure() = default;
  /// Takes the error, which is null where there was no memory for it.
  Failure(int code, ovl_error* error) : code_(code), error_(error) {}

  explicit operator bool() const { return code_ != OVL_OK; }
  [[nodiscard]] int code() const { return code_; }
  /// All problems, one per line.
  [[nodiscard]] const char* text() const {
    return error_ == nullptr ? "no memory is left to say why" : ovl_error_text(error_.get());
  }

 private:
  int code_ = OVL_OK;
  std::unique_ptr<ovl_error, Free> error_;
};

/// Calls a function that can fail; `arguments` are all but its error.
template <class Function, class... Arguments>
[[nodiscard]] Failure call(Function* function, Arguments... arguments) {
  ovl_error* error = nullptr;
  const int code = function(arguments..., &error);
  return {code, error};
}

}  // namespace overlace::plugin
