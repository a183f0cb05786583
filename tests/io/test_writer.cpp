// SPDX-License-Identifier: Apache-2.0
// Writing: what arrives in the output, judged by ffmpeg and ffprobe.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "graph/core/error.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

class Writer : public ClipTest {
 protected:
  /// The log messages while `from` is transcoded to `to`.
  static std::vector<std::string> said(const std::string& from, const std::string& to) {
    std::vector<std::string> sentences;
    TranscodeOptions options{to, {}, {}};
    options.run.log = [&sentences](const std::string& text) { sentences.push_back(text); };
    copy_frames(from, options);
    return sentences;
  }
};

ErrorCode refusal(const std::string& from, const TranscodeOptions& options,
                  const std::string& mention) {
  try {
    copy_frames(from, options);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(mention), std::string::npos) << error.what();
    return error.code();
  }
  ADD_FAILURE() << "not refused: " << options.output;
  return ErrorCode::internal;
}

TEST_F(Writer, UntouchedMeansUntouched) {
  for (const char* format : {"yuv420p", "yuv420p10le", "yuv422p", "yuv422p10le", "yuv444p",
                             "yuv444p10le", "yuva444p", "gray", "gray16le", "bgr0"}) {
    const std::string in =
        make(fmt::format("{}.mkv", format),
             fmt::format("-f lavfi -i testsrc2=s=162x90:d=0.4 -pix_fmt {} -c:v ffv1", format));
    const std::string out = folder_ / fmt::format("{}-out.mkv", format);
    EXPECT_EQ(copy_lossless(in, out).moves.converted, 0) << format;
    EXPECT_EQ(frame_md5(out), frame_md5(in)) << format;
    EXPECT_EQ(stream_field(out, "pix_fmt"), format);
  }
}

/// Blackens the luma of odd frames of `in`, and expects only those frames to differ in `out`.
void expect_even_frames_kept(const std::string& in, const std::string& out, const char* codec) {
  TranscodeOptions options{out, {}, {}};
  options.writer.codec = codec;
  VideoReader reader(in);
  const TranscodeResult result =
      transcode(reader, options, [](const FrameTime& t, const ImageView& v) {
        if (t.frame % 2 == 0) return;
        for (int y = 0; y < v.size.height; ++y) {
          std::fill_n(v.planes[0].data + y * v.planes[0].stride, v.size.width, std::byte{16});
        }
      });
  const std::vector<std::string> before = frame_md5(in);
  const std::vector<std::string> after = frame_md5(out);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i] == before[i], i % 2 == 0) << i;
  EXPECT_GT(result.moves.copied, 0);
}

// Even frames must not show what is drawn on frames that share the decoder's references.
TEST_F(Writer, SharedDecoderFramesSurviveDrawing) {
  const std::string in =
      make("in.mp4", "-f lavfi -i testsrc2=s=160x90:r=30:d=2 -c:v libx264 -bf 3 -pix_fmt yuv420p");
  expect_even_frames_kept(in, folder_ / "out.mkv", "ffv1");
}

// Some frames have the memory layout of a packet, others that of the decoder.
TEST_F(Writer, RawFramesStayInOrder) {
  const std::string in =
      make("in.mp4", "-f lavfi -i testsrc2=s=768x64:r=30:d=1 -c:v libx264 -bf 3 -pix_fmt yuv420p");
  expect_even_frames_kept(in, folder_ / "out.nut", "rawvideo");
}

TEST_F(Writer, PresentationTimesAreExact) {
  const std::string x264 = " -c:v libx264 -bf 3 ";
  const std::vector<std::string> inputs = {
      make("vfr.mp4",
           "-f lavfi -i testsrc2=s=64x64:d=2 -vf settb=1/90000,setpts='N*3003+400*mod(N*N\\,7)' "
           "-vsync passthrough -enc_time_base 1:90000 -video_track_timescale 90000" +
               x264),
      make("ntsc.mp4", "-f lavfi -i testsrc2=s=64x64:r=30000/1001:d=2" + x264),
      make("odd.mp4", "-f lavfi -i testsrc2=s=64x64:r=17:d=2 -video_track_timescale 12347" + x264),
      make("gap.mp4",
           "-f lavfi -i testsrc2=s=64x64:d=2 -vf setpts='PTS+gte(N\\,20)*10/TB' -vsync "
           "passthrough" +
               x264),
  };
  for (const std::string& in : inputs) {
    const std::string out = in + ".out.mp4";
    copy_frames(in, {out, {}, {}});
    EXPECT_EQ(presentation_times(out), presentation_times(in)) << in;
  }
}

TEST_F(Writer, TagsAspectAndRotationAreKept) {
  const std::string plain =
      make("plain.mp4",
           "-f lavfi -i testsrc2=s=160x90:d=0.4,setsar=64/45 -pix_fmt yuv420p10le -c:v libx264 "
           "-color_range tv -colorspace bt2020nc -color_trc arib-std-b67 -color_primaries bt2020 "
           "-chroma_sample_location topleft");
  const std::string in = make("in.mp4", "-i '" + plain + "' -c copy -metadata:s:v:0 rotate=90");
  const std::string out = folder_ / "out.mp4";
  copy_frames(in, {out, {}, {}});
  for (const char* field :
       {"pix_fmt", "color_range", "color_space", "color_transfer", "color_primaries",
        "chroma_location", "sample_aspect_ratio", "field_order", "time_base"}) {
    EXPECT_EQ(stream_field(out, field), stream_field(in, field)) << field;
  }
  const std::string matrix =
      "ffprobe -v error -select_streams v:0 -show_entries stream_side_data=rotation "
      "-of default=nk=1:nw=1 ";
  EXPECT_EQ(shell(matrix + out), shell(matrix + in));
  EXPECT_NE(shell(matrix + out).find("90"), std::string::npos);
}

TEST_F(Writer, FullRangeAndFieldsAreKept) {
  const std::string full = make("full.mp4",
                                "-f lavfi -i testsrc2=s=160x90:d=0.2 -vf scale=out_range=pc,"
                                "format=yuvj420p -color_range pc -c:v libx264");
  const std::string fields =
      make("fields.mp4",
           "-f lavfi -i testsrc2=s=352x288:r=50:d=0.4 -vf format=yuv420p,tinterlace=interleave_top,"
           "fieldorder=tff -c:v libx264 -flags +ilme+ildct -x264-params tff=1");
  for (const std::string& in : {full, fields}) {
    const std::string out = in + ".out.mp4";
    copy_frames(in, {out, {}, {}});
    EXPECT_EQ(stream_field(out, "field_order"), stream_field(in, "field_order"));
  }
  EXPECT_EQ(stream_field(full + ".out.mp4", "color_range"), "pc");
  EXPECT_EQ(stream_field(fields + ".out.mp4", "field_order"), "tt");
}

TEST_F(Writer, SoundIsCopiedPacketByPacket) {
  const std::string in =
      make("in.mp4",
           "-f lavfi -i testsrc2=s=64x64:d=1 -f lavfi -i sine=d=1.5 -c:v libx264 "
           "-c:a aac -metadata:s:a:0 language=deu");
  for (const char* name : {"out.mp4", "out.mkv"}) {
    copy_frames(in, {folder_ / name, {}, {}});
    EXPECT_EQ(packet_md5(folder_ / name, "a:0"), packet_md5(in, "a:0")) << name;
    const std::string language = shell(
        "ffprobe -v error -select_streams a:0 -show_entries "
        "stream_tags=language -of default=nk=1:nw=1 " +
        folder_ / name);
    EXPECT_EQ(language, "deu\n") << name;
  }
}

TEST_F(Writer, EverythingBesideThePictureIsKeptOrNamed) {
  std::ofstream(folder_ / "s.srt") << "1\n00:00:00,100 --> 00:00:00,500\nGr\xc3\xbc\xc3\x9f"
                                      "e\n";
  std::ofstream(folder_ / "m.txt")
      << ";FFMETADATA1\ntitle=snow\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\n"
         "END=500\ntitle=one\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\n"
         "END=1000\ntitle=two\n";
  const std::string in =
      make("in.mkv", "-f lavfi -i testsrc2=s=64x64:d=1 -i '" + folder_ / "s.srt" + "' -i '" +
                         folder_ / "m.txt" +
                         "' -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c:v libx264 -c:s srt");
  const std::string show =
      "ffprobe -v error -show_entries chapter=start_time,end_time:chapter_tags=title:"
      "format_tags=title -of compact ";
  EXPECT_TRUE(said(in, folder_ / "out.mkv").empty());
  EXPECT_EQ(packet_md5(folder_ / "out.mkv", "s:0"), packet_md5(in, "s:0"));
  EXPECT_EQ(shell(show + folder_ / "out.mkv"), shell(show + in));

  const std::vector<std::string> losses = said(in, folder_ / "out.mp4");
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_NE(losses[0].find("subrip"), std::string::npos) << losses[0];
  EXPECT_EQ(shell(show + folder_ / "out.mp4"), shell(show + in));
}

TEST_F(Writer, Mp4StartsWithItsIndex) {
  const std::string in = make("in.mkv", "-f lavfi -i testsrc2=s=160x90:d=1 -c:v ffv1");
  copy_frames(in, {folder_ / "out.mp4", {}, {}});
  std::ifstream file(folder_ / "out.mp4");
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
  EXPECT_EQ(stream_field(folder_ / "out.mp4", "codec_name"), "h264");
  EXPECT_EQ(stream_field(folder_ / "out.mp4", "nb_frames"), "25");
}

TEST_F(Writer, SameInputGivesTheSameFile) {
  const std::string in =
      make("in.mkv", "-f lavfi -i testsrc2=s=160x90:d=0.4 -f lavfi -i sine=d=0.4 -c:v ffv1");
  for (const char* name : {"a.mkv", "b.mkv"}) copy_lossless(in, folder_ / name);
  EXPECT_EQ(shell("md5sum < " + folder_ / "a.mkv"), shell("md5sum < " + folder_ / "b.mkv"));
}

TEST_F(Writer, ColourSourcesOfOtherKindsAreConvertedForPlayers) {
  const std::string rgb =
      make("rgb.mkv", "-f lavfi -i color=0xff0000:s=64x64:d=0.2 -pix_fmt bgr0 -c:v ffv1");
  const std::string odd = make("odd.mkv",
                               "-f lavfi -i testsrc2=s=66x66:d=0.2 -vf crop=65:63:exact=1 "
                               "-pix_fmt yuv420p -c:v ffv1");
  EXPECT_EQ(said(rgb, folder_ / "rgb.mp4").size(), 1U);
  EXPECT_EQ(stream_field(folder_ / "rgb.mp4", "pix_fmt"), "yuv420p");
  EXPECT_EQ(stream_field(folder_ / "rgb.mp4", "color_space"), "bt709");
  const std::string red = shell(
      "ffmpeg -nostdin -v error -i '" + folder_ / "rgb.mp4" +
      "' -frames:v 1 -vf scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24 "
      "-f rawvideo - | od -An -tu1 -N3");
  EXPECT_NEAR(std::stoi(red), 255, 3);
  EXPECT_FALSE(said(odd, folder_ / "odd.mp4").empty());
  EXPECT_EQ(stream_field(folder_ / "odd.mp4", "width"), "65");
}

TEST_F(Writer, CodecsGoByFriendlyNames) {
  const std::string in = make("in.mkv", "-f lavfi -i testsrc2=s=160x90:d=0.2 -c:v ffv1");
  const std::vector<std::array<const char*, 3>> cases = {
      {"hevc", "a.mp4", "hevc"}, {"prores", "b.mov", "prores"}, {"vp9", "c.webm", "vp9"},
      {"ffv1", "d.mkv", "ffv1"}, {"mjpeg", "e.mov", "mjpeg"},   {"png", "f.mov", "png"}};
  for (const auto& [codec, name, expected] : cases) {
    TranscodeOptions options{folder_ / name, {}, {}};
    options.writer.codec = codec;
    copy_frames(in, options);
    EXPECT_EQ(stream_field(folder_ / name, "codec_name"), expected);
    EXPECT_EQ(frame_md5(folder_ / name).size(), 5U) << name;
  }
}

TEST_F(Writer, WrongOptionsAreUsageErrorsAndLeaveNothing) {
  const std::string in = make("in.mkv", "-f lavfi -i testsrc2=s=160x90:d=0.2 -c:v ffv1");
  TranscodeOptions options{folder_ / "out.mp4", {}, {}};
  options.writer.codec = "libx265x";
  EXPECT_EQ(refusal(in, options, "libx265"), ErrorCode::usage);
  options.writer.codec = "ffv1";
  options.output = folder_ / "out.webm";
  EXPECT_EQ(refusal(in, options, "webm"), ErrorCode::usage);
  options = {folder_ / "out.mp4", {}, {}};
  options.writer.codec_options = {{"prset", "fast"}};
  EXPECT_EQ(refusal(in, options, "preset"), ErrorCode::usage);
  options.writer.codec_options.clear();
  options.writer.preset = "warp";
  EXPECT_EQ(refusal(in, options, "warp"), ErrorCode::usage);
  EXPECT_EQ(refusal(in, {folder_ / "out.xyz", {}, {}}, "extension"), ErrorCode::usage);
  EXPECT_EQ(refusal(in, {in, {}, {}}, "is the input"), ErrorCode::usage);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"in.mkv"});
}

}  // namespace
}  // namespace overlace::testing
