// SPDX-License-Identifier: Apache-2.0
// NPY files byte by byte, as numpy.lib.format describes them.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

#include "graph/core/error.h"
#include "io/tracks/npy.h"

namespace overlace {
namespace {

std::string dictionary(const std::string& descr, const std::string& shape,
                       const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

/// Format 1.0: magic, version, two-byte length, dictionary padded to 64 bytes with a newline.
std::string npy(std::string header, const std::string& data) {
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size() % 256) +
         static_cast<char>(header.size() / 256) + header + data;
}

template <class T>
std::string bytes(const std::vector<T>& values) {
  std::string text(values.size() * sizeof(T), '\0');
  std::memcpy(text.data(), values.data(), text.size());
  return text;
}

NpyMatrix read(const std::string& file) {
  std::istringstream stream(file);
  return read_npy_matrix(stream, "e.npy");
}

/// The Error's text, or "".
std::string refusal(const std::string& file) {
  try {
    (void)read(file);
  } catch (const Error& error) {
    return error.problems().front().text() + " | " + error.problems().front().hint;
  }
  return {};
}

const std::string good = npy(dictionary("<f4", "(2, 3)"), bytes<float>({1, 2, 3, 4, 5, 6}));

TEST(Npy, ReadsFloats) {
  const NpyMatrix matrix = read(good);
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.row(1)[2], 6);
  EXPECT_EQ(read(npy(dictionary("<f8", "(1, 2)"), bytes<double>({0.5, -3}))).values,
            (std::vector<float>{0.5F, -3}));
}

TEST(Npy, ReadsHalves) {
  // IEEE 754 binary16: 1, -2, the largest (65504), the least normal and subnormal ones, infinity.
  const NpyMatrix matrix =
      read(npy(dictionary("<f2", "(1, 7)"),
               bytes<std::uint16_t>({0x3C00, 0xC000, 0x7BFF, 0x0400, 0x0001, 0x7C00, 0x7E00})));
  EXPECT_EQ(matrix.values[0], 1);
  EXPECT_EQ(matrix.values[1], -2);
  EXPECT_EQ(matrix.values[2], 65504);
  EXPECT_EQ(matrix.values[3], std::ldexp(1.0F, -14));
  EXPECT_EQ(matrix.values[4], std::ldexp(1.0F, -24));
  EXPECT_TRUE(std::isinf(matrix.values[5]));
  EXPECT_TRUE(std::isnan(matrix.values[6]));
}

TEST(Npy, ReadsFormat2) {
  const std::string header = dictionary("<f4", "(1, 1)") + "\n";
  const auto size = static_cast<char>(header.size());
  EXPECT_EQ(read(std::string("\x93NUMPY\x02\x00", 8) + size + std::string(3, '\0') + header +
                 bytes<float>({7}))
                .values,
            std::vector<float>{7});
}

TEST(Npy, NoRowsAreNoError) {
  EXPECT_EQ(read(npy(dictionary("<f4", "(0, 4)"), "")).rows, 0U);
}

TEST(Npy, RefusesWhatItCannotRead) {
  const auto says = [](const std::string& file, const std::string& part) {
    EXPECT_NE(refusal(file).find(part), std::string::npos) << part << ": " << refusal(file);
  };
  says("", "too early");
  says("1,2,3,4,5,6,7,8\n", "not an NPY file");
  says(good.substr(0, 40), "too early");
  says(good.substr(0, good.size() - 1), "too early");
  says(good + "x", "longer");
  says(npy(dictionary(">f4", "(1, 1)"), "abcd"), "'>f4'");
  says(npy(dictionary(">f4", "(1, 1)"), "abcd"), "astype('<f4')");
  says(npy(dictionary("<i4", "(1, 1)"), "abcd"), "'<i4'");
  says(npy(dictionary("<f4\x01", "(1, 1)"), "abcd"), "'<f4?'");
  says(npy(dictionary(std::string(9000, 'f'), "(1, 1)"), "abcd"), "'ffffffffffffffff'");
  says(npy(dictionary("|O", "(2,)"), "\x80\x03]q"), "Python objects");
  says(npy(dictionary("|O", "(2,)"), "\x80\x03]q"), "numpy.stack");
  says(npy(dictionary("<f4", "(1, 1)", "Perhaps"), "abcd"), "order");
  says(npy(dictionary("<f4", "(1, 1)", "True"), "abcd"), "Fortran");
  says(npy(dictionary("<f4", "(3,)"), std::string(12, 'a')), "1 dimensions");
  says(npy(dictionary("<f4", "(1, 1, 1)"), "abcd"), "3 dimensions");
  says(npy(dictionary("<f4", "(1, 3000)"), ""), "at most 2048");
  says(npy(dictionary("<f4", "(1, 0)"), ""), "empty");
  says(npy(dictionary("<f4", "(99999999999999999999, 1)"), ""), "shape");
  says(npy(dictionary("<f4", "(-1, 1)"), ""), "shape");
  says(npy(dictionary("<f4", "(4294967296, 4294967296)"), ""), "at most 2048");
  says(npy(dictionary("<f4", "(1, 1"), ""), "shape");
  says(npy(dictionary("<f4", "1, 1)"), ""), "shape");
  says(npy(dictionary("<f4", "(1; 1)"), ""), "shape");
  says(npy(dictionary("<f4", "(9999999999, 1)"), ""), "rows");
  says(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1, 1), }", "abcd"),
       "a structure");
  says(npy("{}", ""), "'descr'");
}

TEST(Npy, AHeaderThatLiesCostsNoMemory) {
  // 100 million rows of 2,048 would be 800 GB.
  EXPECT_NE(refusal(npy(dictionary("<f4", "(100000000, 2048)"), "abcd")).find("too early"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace
