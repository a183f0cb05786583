// SPDX-License-Identifier: Apache-2.0
// Structs that grow from version to version, read and written according to their `struct_size`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "api/overlace.h"
#include "graph/core/error.h"

namespace overlace::api {

/// The size of a struct on 64-bit machines in the first version that had it: callers may be that
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
template <>
inline constexpr std::size_t first_size<ovl_columns> = 224;
template <>
inline constexpr std::size_t first_size<ovl_tracks_facts> = 40;
template <>
inline constexpr std::size_t first_size<ovl_read_options> = 64;
template <>
inline constexpr std::size_t first_size<ovl_write_options> = 40;
template <>
inline constexpr std::size_t first_size<ovl_live_options> = 88;

/// The least size of a struct that a caller may have. No version before this one runs on machines
/// with shorter addresses.
template <class T>
inline constexpr std::size_t least_size = sizeof(void*) == 8 ? first_size<T> : sizeof(T);

/// No struct will ever be larger; a larger value is not a size.
inline constexpr std::size_t most_struct_bytes = 4096;

/// Throws Error(usage) if the struct is null, or its size is one that no version had.
template <class T>
void check_struct(const T* given, const char* name) {
  static_assert(least_size<T> >= sizeof(std::uint32_t) && least_size<T> <= sizeof(T));
  if (given == nullptr) throw Error(ErrorCode::usage, std::string(name) + " is NULL");
  const std::size_t size = given->struct_size;
  if (size < least_size<T> || size > most_struct_bytes)
    throw Error(ErrorCode::usage,
                std::string(name) + ".struct_size is " + std::to_string(size) + ", at least " +
                    std::to_string(least_size<T>) + " was expected",
                std::string("set it to sizeof(") + name + ")");
}

/// A copy of a struct from a caller of any version; members that it lacks are 0. Throws
/// Error(usage), also if a newer caller has set a member that is unknown here.
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

/// Fills the members that the caller's version has; its size stays. Precondition: it was checked.
template <class T>
void write_struct(T value, T* given) {
  value.struct_size = given->struct_size;
  std::memcpy(given, &value, std::min<std::size_t>(value.struct_size, sizeof(T)));
}

}  // namespace overlace::api
