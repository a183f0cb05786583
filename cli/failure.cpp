// SPDX-License-Identifier: Apache-2.0
// Exit codes of our own errors, of signals, and of system errors.
#include "cli/failure.h"

#include <fmt/format.h>

#include <new>
#include <system_error>

#include "cli/interrupt.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

int number_of(ErrorCode code) {
  return static_cast<int>(code);
}

// The system is out of threads, descriptors or memory at the moment.
bool is_shortage(const std::error_code& code) {
  return code == std::errc::resource_unavailable_try_again ||
         code == std::errc::too_many_files_open || code == std::errc::too_many_files_open_in_system;
}

}  // namespace

Failure failure_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    Failure failure{number_of(error.code())};
    for (const Diagnostic& problem : error.problems()) failure.lines.push_back(problem.text());
    return failure;
  } catch (const Interrupted& interrupted) {
    return {Interrupt::exit_code(), {interrupted.what()}};
  } catch (const std::bad_alloc&) {
    return {number_of(ErrorCode::out_of_memory), {"out of memory"}};
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::not_enough_memory)
      return {number_of(ErrorCode::out_of_memory),
              {fmt::format("out of memory: {}", error.what())}};
    if (is_shortage(error.code())) return {number_of(ErrorCode::unavailable), {error.what()}};
    return {number_of(ErrorCode::internal),
            {fmt::format("internal error: {}. Please report it.", error.what())}};
  } catch (const std::exception& error) {
    return {number_of(ErrorCode::internal),
            {fmt::format("internal error: {}. Please report it.", error.what())}};
  }
}

}  // namespace overlace
