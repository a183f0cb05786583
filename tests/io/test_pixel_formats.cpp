// SPDX-License-Identifier: Apache-2.0
// Every pixel format that a file can hold: samples that are not drawn on come out unchanged. ffmpeg
// makes all clips in one run and compares all of them in another.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "gpu/raster.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

/// A format, and the one that its pictures are drawn on and written in: the same samples in another
/// order, or more of them.
struct Row {
  std::string from, becomes;
};

std::vector<Row> same(const std::vector<std::string>& names) {
  std::vector<Row> rows;
  for (const std::string& name : names) rows.push_back({name, name});
  return rows;
}

const std::vector<Row> kept = same({
    "yuv420p",      "yuv422p",      "yuv444p",      "nv12",         "yuv420p9le",   "yuv422p9le",
    "yuv444p9le",   "yuv420p10le",  "yuv422p10le",  "yuv444p10le",  "yuv420p12le",  "yuv422p12le",
    "yuv444p12le",  "yuv420p14le",  "yuv422p14le",  "yuv444p14le",  "yuv420p16le",  "yuv422p16le",
    "yuv444p16le",  "yuva420p",     "yuva422p",     "yuva444p",     "yuva420p9le",  "yuva422p9le",
    "yuva444p9le",  "yuva420p10le", "yuva422p10le", "yuva444p10le", "yuva422p12le", "yuva444p12le",
    "yuva420p16le", "yuva422p16le", "yuva444p16le", "gray",         "gray9le",      "gray10le",
    "gray12le",     "gray14le",     "gray16le",     "ya8",          "rgb24",        "bgr24",
    "rgba",         "bgra",         "argb",         "abgr",         "rgb0",         "bgr0",
    "0rgb",         "0bgr",         "rgb48le",      "bgr48le",      "rgba64le",     "bgra64le",
    "gbrp",         "gbrp9le",      "gbrp10le",     "gbrp12le",     "gbrp14le",     "gbrp16le",
    "gbrap",        "gbrap10le",    "gbrap12le",    "gbrap16le",
});

const std::vector<Row> repacked{
    // Packed 4:2:2 and swapped chroma pairs to planes.
    {"yuyv422", "yuv422p"},
    {"uyvy422", "yuv422p"},
    {"yvyu422", "yuv422p"},
    {"nv21", "yuv420p"},
    // Palettes and low bit depths to eight bits.
    {"pal8", "rgba"},
    {"rgb8", "rgb24"},
    {"bgr8", "rgb24"},
    {"rgb4_byte", "rgb24"},
    {"bgr4_byte", "rgb24"},
    {"rgb565le", "rgb24"},
    {"bgr555le", "rgb24"},
    {"monow", "gray"},
    {"monob", "gray"},
    // Big-endian samples.
    {"yuv420p9be", "yuv420p9le"},
    {"yuv420p10be", "yuv420p10le"},
    {"yuv422p10be", "yuv422p10le"},
    {"yuv444p10be", "yuv444p10le"},
    {"yuv420p12be", "yuv420p12le"},
    {"yuv422p14be", "yuv422p14le"},
    {"yuv444p16be", "yuv444p16le"},
    {"yuva420p10be", "yuva420p10le"},
    {"yuva444p12be", "yuva444p12le"},
    {"yuva422p16be", "yuva422p16le"},
    {"gray10be", "gray10le"},
    {"gray16be", "gray16le"},
    {"rgb48be", "rgb48le"},
    {"bgr48be", "bgr48le"},
    {"rgba64be", "rgba64le"},
    {"bgra64be", "bgra64le"},
    {"gbrp10be", "gbrp10le"},
    {"gbrp16be", "gbrp16le"},
    {"gbrap12be", "gbrap12le"},
    {"gbrap16be", "gbrap16le"},
};

/// Chroma coarser than drawing supports is interpolated, which is reported; luma is kept.
const std::vector<Row> interpolated{
    {"yuv411p", "yuv422p"}, {"yuv410p", "yuv420p"}, {"yuv440p", "yuv444p"}};

constexpr int painted = 16;  ///< px from the top left corner that may change

/// Paints a box in the corner.
void paint(Rasterizer& rasterizer, const ImageView& picture) {
  Primitive box;
  box.kind = PrimitiveKind::shape;
  box.shape = {{7, 7}, {5, 5}, 2, 0, ShapeKind::rounded_box};
  box.stroke = box.fill = {1, 0.5F, 0, 0.7F};
  box.width = 2;
  DisplayList list;
  list.primitives.push_back(box);
  rasterizer.draw(list, {}, picture);
}

class PixelFormats : public ClipTest {
 protected:
  void make_clips(const std::vector<Row>& rows) {
    std::string arguments = "-f lavfi -i testsrc2=s=66x50:r=5:d=0.4";
    for (const Row& row : rows)
      arguments += fmt::format(" -map 0:v -pix_fmt {} -c:v rawvideo '{}'", row.from, in(row));
    shell("ffmpeg -nostdin -v error -y " + arguments);
  }
  [[nodiscard]] std::string in(const Row& row) const {
    return folder_ / ("in_" + row.from + ".nut");
  }
  [[nodiscard]] std::string out(const Row& row) const {
    return folder_ / ("out_" + row.from + ".nut");
  }

  [[nodiscard]] std::vector<std::string> render(const Row& row, const DrawFrame& draw) const {
    std::vector<std::string> said;
    TranscodeOptions options{out(row), {}, {}};
    options.writer.codec = "rawvideo";
    options.writer.overwrite = true;
    options.run.log = [&said](const std::string& text) { said.push_back(text); };
    VideoReader reader(in(row));
    EXPECT_EQ(transcode(reader, options, draw).frames, 2) << row.from;
    EXPECT_EQ(VideoReader(out(row)).info().pixel_format, row.becomes) << row.from;
    return said;
  }

  /// A checksum per row: the file as ffmpeg decodes and filters it, in the format that it becomes.
  static std::vector<std::string> checksums(const std::vector<Row>& rows,
                                            const std::function<std::string(const Row&)>& file,
                                            const std::string& filter) {
    std::string inputs, outputs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      inputs += fmt::format(" -i '{}'", file(rows[i]));
      outputs += fmt::format(" -map {}:v -filter:v:{} {},format={}", i, i, filter, rows[i].becomes);
    }
    const std::string text =
        shell(fmt::format("ffmpeg -nostdin -v error -filter_threads 1{}{} -sws_flags "
                          "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp -c:v rawvideo -f "
                          "streamhash -hash md5 -",
                          inputs, outputs));
    std::vector<std::string> sums;
    for (std::size_t at = 0; (at = text.find("MD5=", at)) != std::string::npos; at += 4)
      sums.push_back(text.substr(at + 4, 32));
    EXPECT_EQ(sums.size(), rows.size());
    return sums;
  }
  void expect_equal(const std::vector<Row>& rows, const std::string& filter) const {
    const auto before = checksums(
        rows, [this](const Row& row) { return in(row); }, filter);
    const auto after = checksums(
        rows, [this](const Row& row) { return out(row); }, filter);
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
      EXPECT_EQ(before[i], after[i]) << rows[i].from << ", " << filter;
  }
};

std::vector<Row> exact_rows() {
  std::vector<Row> rows = kept;
  rows.insert(rows.end(), repacked.begin(), repacked.end());
  return rows;
}

TEST_F(PixelFormats, SamplesThatNothingCoversStay) {
  const std::vector<Row> rows = exact_rows();
  make_clips(rows);
  for (const Row& row : rows)
    static_cast<void>(render(row, [](const FrameTime&, const ImageView&) {}));
  expect_equal(rows, "null");

  Rasterizer rasterizer({.threads = 1});
  for (const Row& row : rows)
    static_cast<void>(render(
        row, [&](const FrameTime&, const ImageView& picture) { paint(rasterizer, picture); }));
  expect_equal(rows, fmt::format("crop=iw-{0}:ih:{0}:0", painted));
  expect_equal(rows, fmt::format("crop=iw:ih-{0}:0:{0}", painted));
  const auto corner = fmt::format("crop={0}:{0}:0:0", painted);
  const auto before = checksums(
      rows, [this](const Row& row) { return in(row); }, corner);
  const auto after = checksums(
      rows, [this](const Row& row) { return out(row); }, corner);
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
    EXPECT_NE(before[i], after[i]) << rows[i].from << " was not drawn on";
}

TEST_F(PixelFormats, CoarserChromaIsInterpolatedAndSaid) {
  make_clips(interpolated);
  for (const Row& row : interpolated) {
    const auto said = render(row, [](const FrameTime&, const ImageView&) {});
    EXPECT_TRUE(std::ranges::any_of(said, [&](const std::string& text) {
      return text.find(row.from + " to " + row.becomes) != std::string::npos;
    })) << row.from;
  }
  std::vector<Row> luma;
  for (const Row& row : interpolated) luma.push_back({row.from, "gray"});
  expect_equal(luma, "extractplanes=y");
}

}  // namespace
}  // namespace overlace::testing
