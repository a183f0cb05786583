// SPDX-License-Identifier: Apache-2.0
// Errors as handles.
#include "api/c_error.h"

#include <new>

namespace overlace::api {
namespace {

static_assert(OVL_INTERNAL == static_cast<int>(ErrorCode::internal));
static_assert(OVL_USAGE == static_cast<int>(ErrorCode::usage));
static_assert(OVL_INPUT == static_cast<int>(ErrorCode::input));
static_assert(OVL_LIMIT == static_cast<int>(ErrorCode::limit));
static_assert(OVL_OUT_OF_MEMORY == static_cast<int>(ErrorCode::out_of_memory));
static_assert(OVL_UNAVAILABLE == static_cast<int>(ErrorCode::unavailable));

std::string text_of(const Error& error) {
  std::string text;
  for (const Diagnostic& problem : error.problems()) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

int hand_out(ovl_error** error, const Error& thrown) {
  if (error != nullptr) *error = new ovl_error{thrown, text_of(thrown)};
  return static_cast<int>(thrown.code());
}

int hand_out_caught(ovl_error** error) {
  try {
    throw;
  } catch (const Error& thrown) {
    return hand_out(error, thrown);
  } catch (const std::bad_alloc&) {
    return hand_out(error, Error(ErrorCode::out_of_memory, "the host has no memory left"));
  } catch (const std::exception& thrown) {
    return hand_out(error, Error(ErrorCode::internal, thrown.what()));
  } catch (...) {
    return hand_out(error, Error(ErrorCode::internal, "an unknown exception"));
  }
}

const Diagnostic* problem_of(const ovl_error* error, std::size_t index) {
  const bool there = error != nullptr && index < error->error.problems().size();
  return there ? &error->error.problems()[index] : nullptr;
}

}  // namespace

int caught(ovl_error** error) noexcept {
  try {
    return hand_out_caught(error);
  } catch (...) {
    return OVL_OUT_OF_MEMORY;  // too little memory to explain
  }
}

void require(bool holds, const char* otherwise) {
  if (!holds) throw Error(ErrorCode::usage, otherwise);
}

}  // namespace overlace::api

using overlace::api::problem_of;

extern "C" {

int ovl_error_code(const ovl_error* error) {
  return error == nullptr ? OVL_OK : static_cast<int>(error->error.code());
}

const char* ovl_error_text(const ovl_error* error) {
  return error == nullptr ? "" : error->text.c_str();
}

size_t ovl_error_count(const ovl_error* error) {
  return error == nullptr ? 0 : error->error.problems().size();
}

const char* ovl_error_message(const ovl_error* error, size_t index) {
  const auto* problem = problem_of(error, index);
  return problem == nullptr ? "" : problem->message.c_str();
}

const char* ovl_error_hint(const ovl_error* error, size_t index) {
  const auto* problem = problem_of(error, index);
  return problem == nullptr ? "" : problem->hint.c_str();
}

const char* ovl_error_file(const ovl_error* error, size_t index) {
  const auto* problem = problem_of(error, index);
  return problem == nullptr ? "" : problem->location.file.c_str();
}

const char* ovl_error_pointer(const ovl_error* error, size_t index) {
  const auto* problem = problem_of(error, index);
  return problem == nullptr ? "" : problem->location.pointer.c_str();
}

size_t ovl_error_line(const ovl_error* error, size_t index) {
  const auto* problem = problem_of(error, index);
  return problem == nullptr ? 0 : problem->location.line;
}

void ovl_error_free(ovl_error* error) {
  delete error;
}

}  // extern "C"
