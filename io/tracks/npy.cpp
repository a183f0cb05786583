// SPDX-License-Identifier: Apache-2.0
// The NPY format: a magic string, a Python dictionary as text, and raw numbers.
#include "io/tracks/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"

namespace overlace {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header = 1U << 16U;  // a matrix of floats needs about a hundred bytes
constexpr std::size_t chunk_values = 1U << 16U;

/// IEEE 754 binary16.
float from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10U) & 31U;
  const int fraction = bits & 1023U;
  float size = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  if (exponent == 0) size = std::ldexp(static_cast<float>(fraction), -24);
  if (exponent == 31) size = fraction == 0 ? INFINITY : NAN;
  return (bits & 0x8000U) != 0 ? -size : size;
}

/// The beginning of a text from a damaged file, made printable for a message.
std::string readable(std::string_view text) {
  constexpr std::size_t longest = 16;
  std::string shown(text.substr(0, longest));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return shown;
}

/// The contents of the header's dictionary.
struct Header {
  std::string kind;  ///< 'descr', "<f4"
  bool fortran_order = false;
  std::uint64_t rows = 0, columns = 0;
};

class Reader {
 public:
  Reader(std::istream& stream, const std::filesystem::path& path) : stream_(stream), path_(path) {}

  NpyMatrix read() {
    const Header header = parse(header_text());
    if (header.kind == "<f2") return values<std::uint16_t>(header, from_half);
    if (header.kind == "<f4") return values<float>(header, [](float v) { return v; });
    if (header.kind == "<f8")
      return values<double>(header, [](double v) { return static_cast<float>(v); });
    fail(fmt::format("its numbers are of type '{}'", header.kind),
         "float16, float32 and float64, little endian, can be read: use array.astype('<f4')");
  }

 private:
  [[noreturn]] void fail(const std::string& what, std::string hint = {},
                         ErrorCode code = ErrorCode::input) const {
    throw Error(code, what, std::move(hint), {.file = path_.string()});
  }

  void take(void* to, std::size_t bytes) {
    stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
    if (static_cast<std::size_t>(stream_.gcount()) != bytes)
      fail("the NPY file ends too early", "is it complete?");
  }

  std::string header_text() {
    std::array<char, magic.size()> start{};
    std::array<std::uint8_t, 2> version{};
    take(start.data(), start.size());
    if (std::string_view(start.data(), start.size()) != magic)
      fail("this is not an NPY file", "numpy.save writes one");
    take(version.data(), version.size());
    if (version[0] < 1 || version[0] > 3)
      fail(fmt::format("NPY format {}.{} is not known", version[0], version[1]));
    std::uint32_t length = 0;
    take(&length, version[0] == 1 ? 2 : 4);
    if (length > max_header) fail("the NPY file's header is too long", "is the file damaged?");
    std::string text(length, '\0');
    take(text.data(), text.size());
    return text;
  }

  /// The text after 'NAME': in the dictionary.
  [[nodiscard]] std::string_view entry(std::string_view text, std::string_view name) const {
    const std::size_t key = text.find(fmt::format("'{}'", name));
    const std::size_t colon = key == std::string_view::npos ? key : text.find(':', key);
    if (colon == std::string_view::npos)
      fail(fmt::format("the NPY file's header has no '{}'", name), "is the file damaged?");
    text.remove_prefix(colon + 1);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text;
  }

  [[nodiscard]] Header parse(std::string_view text) const {
    Header header;
    const std::string_view descr = entry(text, "descr");
    // A structured type is a list, which gets its own message.
    header.kind = descr.starts_with('\'') ? readable(descr.substr(1, descr.find('\'', 1) - 1))
                                          : "a structure";
    if (header.kind == "|O")
      fail("its items are Python objects, not numbers",
           "rows of different lengths make such an array: use numpy.stack(rows).astype('<f4')");
    const std::string_view order = entry(text, "fortran_order");
    if (order.starts_with("True"))
      fail("the numbers are in Fortran order", "use numpy.ascontiguousarray before numpy.save");
    if (!order.starts_with("False"))
      fail("the NPY file's header does not say the order of its numbers", "is the file damaged?");
    const std::vector<std::uint64_t> shape = parse_shape(entry(text, "shape"));
    if (shape.size() != 2)
      fail(fmt::format("the array has {} dimensions", shape.size()),
           "embeddings are a matrix: a row for each box");
    header.rows = shape[0];
    header.columns = shape[1];
    if (header.columns == 0) fail("the rows are empty");
    if (header.columns > max_npy_columns)
      fail(fmt::format("a row has {} values; at most {} are handled", header.columns,
                       max_npy_columns),
           {}, ErrorCode::limit);
    if (header.rows > max_rows)
      fail(fmt::format("the matrix has {} rows; at most {} are handled", header.rows, max_rows), {},
           ErrorCode::limit);
    return header;
  }

  /// "(100, 512)".
  [[nodiscard]] std::vector<std::uint64_t> parse_shape(std::string_view text) const {
    std::vector<std::uint64_t> shape;
    const std::string_view inside = text.substr(0, text.find(')'));
    if (!inside.starts_with('(') || inside.size() == text.size())
      fail("the NPY file's shape cannot be read", "is the file damaged?");
    const char* at = inside.data() + 1;
    const char* const end = inside.data() + inside.size();
    while (at != end) {
      if (*at == ' ' || *at == ',') {
        ++at;
        continue;
      }
      std::uint64_t number = 0;
      const auto [after, error] = std::from_chars(at, end, number);
      if (error != std::errc()) fail("the NPY file's shape cannot be read", "is the file damaged?");
      shape.push_back(number);
      at = after;
    }
    return shape;
  }

  /// Reads in chunks, so that a false header costs no more memory than the file has bytes.
  template <class Stored, class Convert>
  NpyMatrix values(const Header& header, Convert convert) {
    NpyMatrix matrix{header.rows, static_cast<std::uint32_t>(header.columns), {}};
    std::vector<Stored> chunk(chunk_values);
    for (std::uint64_t left = header.rows * header.columns; left > 0;) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, chunk_values));
      take(chunk.data(), count * sizeof(Stored));
      for (std::size_t i = 0; i < count; ++i) matrix.values.push_back(convert(chunk[i]));
      left -= count;
    }
    if (stream_.peek() != std::istream::traits_type::eof())
      fail("the NPY file is longer than its header says", "is it one array, saved by numpy.save?");
    return matrix;
  }

  static constexpr std::uint64_t max_rows = 200'000'000;  // the same as for boxes
  std::istream& stream_;
  const std::filesystem::path& path_;
};

}  // namespace

NpyMatrix read_npy_matrix(std::istream& stream, const std::filesystem::path& path) {
  return Reader(stream, path).read();
}

NpyMatrix read_npy_matrix(const std::filesystem::path& path) {
  RegularFileStream stream(path.string());
  if (!stream)
    throw Error(ErrorCode::input,
                fmt::format("the embeddings cannot be opened: {}", stream.file().problem()), {},
                {.file = path.string()});
  return read_npy_matrix(stream, path);
}

}  // namespace overlace
