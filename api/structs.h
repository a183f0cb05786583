// SPDX-License-Identifier: Apache-2.0
// Structs that grow from version to version, read and written by their `struct_size`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "api/overlace.h"
#include "graph/core/error.h"

namespace overlace::api {

/// The size of a struct in the first version that had it, on 64-bit machines: callers may be as
/// old.
template <class T>
inline constexpr std::size_t first_size = 0;
template <>
inline constexpr std::size_t first_size<ovl_clip> = 40;
template <>
inline constexpr std::size_t first_size<ovl_program_options> = 136;
template <>
inline constexpr std::size_t first_size<ovl_device_options> = 24;
template <>
inline constexpr std::size_t first_size<ovl_image> = 104;
template <>
inline constexpr std::size_t first_size<ovl_stats> = 40;
template <>
inline constexpr std::size_t first_size<ovl_knob> = 48;

/// No struct will ever be larger; more is no size.
inline constexpr std::size_t most_struct_bytes = 4096;

/// Throws Error(usage) for a struct that is not there, or whose size no version has had.
template <class T>
void check_struct(const T* given, const char* name) {
  static_assert(first_size<T> >= sizeof(std::uint32_t) && first_size<T> <= sizeof(T));
  if (given == nullptr) throw Error(ErrorCode::usage, std::string(name) + " is NULL");
  const std::size_t size = given->struct_size;
  if (size < first_size<T> || size > most_struct_bytes)
    throw Error(ErrorCode::usage,
                std::string(name) + ".struct_size is " + std::to_string(size) + ", at least " +
                    std::to_string(first_size<T>) + " was expected",
                std::string("set it to sizeof(") + name + ")");
}

/// A copy of a struct that a caller of any version gave; what it lacks is 0. Throws Error(usage),
/// also where a newer caller has set a member that is not known here.
template <class T>
[[nodiscard]] T read_struct(const T* given, const char* name) {
  check_struct(given, name);
  const std::size_t size = given->struct_size;
  T copy{};
  std::memcpy(&copy, given, std::min(size, sizeof(T)));
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (size > sizeof(T) &&
      std::any_of(bytes + sizeof(T), bytes + size, [](auto b) { return b != 0; }))
    throw Error(ErrorCode::usage,
                std::string("a member of ") + name + " is set that this libovl does not know",
                "install a newer libovl");
  return copy;
}

/// Fills what the caller's version has of a struct; its size stays. Precondition: it was checked.
template <class T>
void write_struct(T value, T* given) {
  value.struct_size = given->struct_size;
  std::memcpy(given, &value, std::min<std::size_t>(value.struct_size, sizeof(T)));
}

}  // namespace overlace::api
