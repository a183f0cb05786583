// SPDX-License-Identifier: Apache-2.0
// The effects in a strict host give the bytes of ovl_draw, whatever the host does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "tests/api/library_host.h"
#include "tests/openfx/strict_host.h"
#include "tests/temp_folder.h"

namespace overlace::test {
namespace {

constexpr int width = 160, height = 90;
constexpr const char* effect_name = "org.overlace.constellation";
constexpr const char* filter = "OfxImageEffectContextFilter";
constexpr const char* generator = "OfxImageEffectContextGenerator";
constexpr OfxRectI everything{0, 0, width, height};

std::string track_file() {
  static const TempFolder folder;
  const std::string path = folder / "tracks.txt";
  std::ofstream file(path);
  for (int frame = 1; frame <= 30; ++frame)
    for (int id = 1; id <= 3; ++id)
      file << frame << ',' << id << ',' << 45 * id - 30 + frame << ',' << 22 * id
           << ",20,25,0.9,-1,-1,-1\n";
  return path;
}

struct Depth {
  const char* name;
  std::uint32_t format;
};
constexpr std::array depths{
    Depth{"OfxBitDepthByte", OVL_FORMAT_RGBA}, Depth{"OfxBitDepthShort", OVL_FORMAT_RGBA64},
    Depth{"OfxBitDepthHalf", OVL_FORMAT_RGBAF16}, Depth{"OfxBitDepthFloat", OVL_FORMAT_RGBAF32}};

class OpenFx : public testing::Test {
 protected:
  std::unique_ptr<HostEffect> create(const char* context = filter, bool texts = true,
                                     const char* name = effect_name) {
    auto effect = host_.create(name, context, texts);
    if (effect == nullptr) return nullptr;
    auto& properties = effect->properties.values;
    properties["OfxImageEffectPropProjectSize"] = {double{width}, double{height}};
    properties["OfxImageEffectPropFrameRate"] = {25.0};
    effect->source_region = {0, 0, width, height};
    if (texts) effect->set("tracks", track_file());
    return effect;
  }
  /// A source and an output of one depth; the source's rows run downwards, the output's upwards.
  static void give_pictures(HostEffect& effect, const char* depth, OfxRectI bounds = everything) {
    effect.source = std::make_shared<HostPicture>(bounds, depth, 16, true, std::byte{0x30});
    effect.output = std::make_shared<HostPicture>(bounds, depth, 32, false, std::byte{0xEE});
  }
  /// The same drawn by the library on bytes that are all 0x30.
  static std::vector<std::byte> expected(int frame, std::uint32_t format, float scale = 1) {
    const std::string tracks = track_file();
    Host host("constellation");
    host.clip.width = static_cast<int>(std::lround(width * scale));
    host.clip.height = static_cast<int>(std::lround(height * scale));
    host.clip.scale = scale;
    host.options.rows = nullptr;
    host.options.row_count = 0;
    host.options.tracks = tracks.c_str();
    const auto renderer = renderer_of(program_of(host.options));
    Picture picture(format, host.clip.width, host.clip.height);
    std::ranges::fill(picture.bytes, std::byte{0x30});
    EXPECT_EQ(ovl_draw(renderer.get(), frame, &picture.image, nullptr, nullptr), OVL_OK);
    return picture.bytes;
  }
  OfxTestHost host_{OVERLACE_OPENFX};
};

TEST_F(OpenFx, PresetsAndGraphAreDescribedInEveryContext) {
  const auto names = host_.identifiers();
  std::size_t presets = 0;
  while (ovl_preset(presets) != nullptr) ++presets;
  ASSERT_EQ(names.size(), presets + 1);
  EXPECT_EQ(names.back(), "org.overlace.Graph");
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names)
    for (const char* context : {filter, "OfxImageEffectContextGeneral", generator}) {
      const auto effect = host_.create(name, context);
      ASSERT_NE(effect, nullptr) << name;
      EXPECT_TRUE(effect->clips.contains("Output"));
      EXPECT_EQ(effect->clips.contains("Source"), std::string(context) != generator);
      for (const auto& [parameter, what] : effect->parameters) {
        if (what.type != "OfxParamTypeDouble" && what.type != "OfxParamTypeInteger") continue;
        EXPECT_TRUE(what.properties.values.contains("OfxParamPropDisplayMin")) << parameter;
        EXPECT_TRUE(what.properties.values.contains("OfxParamPropMax")) << parameter;
      }
    }
}

TEST_F(OpenFx, EveryDepthHasTheBytesOfTheLibrary) {
  for (const Depth& depth : depths) {
    const auto effect = create();
    give_pictures(*effect, depth.name);
    ASSERT_EQ(host_.render(effect_name, *effect, 12, everything), ofx::ok) << effect->message;
    EXPECT_EQ(effect->output->rows(), expected(12, depth.format)) << depth.name;
  }
}

TEST_F(OpenFx, TilesOnFourThreadsMakeOnePicture) {
  std::vector<OfxRectI> tiles;
  for (int y = -7; y < height; y += 13)
    for (int x = -5; x < width; x += 17)
      tiles.push_back(
          {std::max(x, 0), std::max(y, 0), std::min(x + 17, width), std::min(y + 13, height)});
  std::ranges::shuffle(tiles, std::mt19937(1));
  const auto effect = create();
  give_pictures(*effect, "OfxBitDepthFloat");
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 4; ++first)
    threads.emplace_back([&, first] {
      for (std::size_t i = first; i < tiles.size(); i += 4)
        EXPECT_EQ(host_.render(effect_name, *effect, 12, tiles[i]), ofx::ok);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(effect->output->rows(), expected(12, OVL_FORMAT_RGBAF32));
}

TEST_F(OpenFx, BoundsMayBeLargerThanTheFormat) {
  const auto effect = create();
  constexpr OfxRectI larger{-9, -5, width + 3, height + 11};
  give_pictures(*effect, "OfxBitDepthFloat", larger);
  ASSERT_EQ(host_.render(effect_name, *effect, 12, larger), ofx::ok) << effect->message;
  const auto all = expected(12, OVL_FORMAT_RGBAF32);
  for (int y = 0; y < height; ++y)
    ASSERT_EQ(
        std::memcmp(effect->output->at(0, y),
                    &all[static_cast<std::size_t>((height - 1 - y) * width * 16)], width * 16),
        0)
        << y;
  EXPECT_EQ(*effect->output->at(-9, -5), std::byte{0x30}) << "the source, untouched";
}

TEST_F(OpenFx, PreviewsAreDrawnAtTheirScale) {
  const auto effect = create();
  constexpr OfxRectI half{0, 0, width / 2, height / 2};
  give_pictures(*effect, "OfxBitDepthByte", half);
  ASSERT_EQ(host_.render(effect_name, *effect, 12, half, 0.5), ofx::ok) << effect->message;
  EXPECT_EQ(effect->output->rows(), expected(12, OVL_FORMAT_RGBA, 0.5F));
}

TEST_F(OpenFx, TheOverlayAloneOverTheSourceIsTheBurnIn) {
  const auto burnt = create(), alone = create();
  give_pictures(*burnt, "OfxBitDepthFloat");
  give_pictures(*alone, "OfxBitDepthFloat");
  alone->set("overlayOnly", 1);
  ASSERT_EQ(host_.render(effect_name, *burnt, 12, everything), ofx::ok);
  ASSERT_EQ(host_.render(effect_name, *alone, 12, everything), ofx::ok) << alone->message;
  const auto sample = [](HostPicture& picture, int x, int y, int component) {
    float value = 0;
    std::memcpy(&value, picture.at(x, y) + 4 * component, sizeof value);
    return value;
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 4; ++c) {
        const float over = sample(*alone->output, x, y, c) +
                           (1 - sample(*alone->output, x, y, 3)) * sample(*alone->source, x, y, c);
        ASSERT_NEAR(over, sample(*burnt->output, x, y, c), 0x1p-12F) << x << ", " << y;
      }
}

TEST_F(OpenFx, AGeneratorDrawsOnNothing) {
  const auto effect = create(generator);
  effect->output =
      std::make_shared<HostPicture>(everything, "OfxBitDepthHalf", 8, true, std::byte{0x55});
  ASSERT_EQ(host_.render(effect_name, *effect, 12, everything), ofx::ok) << effect->message;
  PropertySet in, out;
  EXPECT_EQ(host_.send(effect_name, "OfxImageEffectActionGetTimeDomain", effect.get(), in, out),
            ofx::ok);
  EXPECT_EQ(std::get<double>(out.values["OfxImageEffectPropFrameRange"][0]), 0);
  EXPECT_EQ(std::get<double>(out.values["OfxImageEffectPropFrameRange"][1]), 29);
  EXPECT_EQ(
      host_.send(effect_name, "OfxImageEffectActionGetClipPreferences", effect.get(), in, out),
      ofx::ok);
  EXPECT_EQ(std::get<int>(out.values["OfxImageEffectFrameVarying"][0]), 1);
  EXPECT_EQ(std::get<std::string>(out.values["OfxImageEffectPropPreMultiplication"][0]),
            "OfxImageAlphaPremultiplied");
}

TEST_F(OpenFx, FramesWithoutObjectsAreIdentity) {
  const char* boxes = "org.overlace.boxes";
  const auto effect = create(filter, true, boxes);
  const auto asked = [&](double time) {
    PropertySet in, out;
    in.values = {{"OfxPropTime", {time}}, {"OfxImageEffectPropRenderScale", {1.0, 1.0}}};
    const OfxStatus status =
        host_.send(boxes, "OfxImageEffectActionIsIdentity", effect.get(), in, out);
    if (status == ofx::ok) EXPECT_EQ(std::get<std::string>(out.values["OfxPropName"][0]), "Source");
    return status;
  };
  EXPECT_EQ(asked(12), ofx::reply_default);
  EXPECT_EQ(asked(500), ofx::ok);
}

/// A render that needs a missing or incapable GPU fails so that the host may ask again without one.
TEST_F(OpenFx, WhatNoGpuCanDoIsAskedForAgain) {
  const auto render = [&](HostEffect& effect) {
    PropertySet in, out;
    in.values = {{"OfxPropTime", {12.0}},
                 {"OfxImageEffectPropRenderScale", {1.0, 1.0}},
                 {"OfxImageEffectPropRenderWindow", {0, 0, width, height}},
                 {"OfxImageEffectPropCudaEnabled", {1}}};
    return host_.send(effect_name, "OfxImageEffectActionRender", &effect, in, out);
  };
  const auto effect = create();
  give_pictures(*effect, "OfxBitDepthFloat");
  const std::vector<std::byte> before = effect->output->bytes;
  EXPECT_EQ(render(*effect), ofx::gpu_render_failed) << "memory of the host";
  EXPECT_EQ(effect->message, "");
  EXPECT_EQ(effect->output->bytes, before);
  ASSERT_EQ(host_.render(effect_name, *effect, 12, everything), ofx::ok) << effect->message;
  EXPECT_EQ(effect->output->rows(), expected(12, OVL_FORMAT_RGBAF32));
  effect->set("tracks", std::string("/no/tracks.txt"));
  EXPECT_EQ(render(*effect), ofx::failed);
  EXPECT_NE(effect->message.find("/no/tracks.txt"), std::string::npos) << effect->message;
}

TEST_F(OpenFx, WhatIsWrongFailsWithASentence) {
  const char* graph = "org.overlace.Graph";
  const auto fails = [&](const char* parameter, const std::string& value, const char* words) {
    const auto effect = create(filter, true, graph);
    effect->set("graph", std::string("boxes"));
    effect->set(parameter, value);
    give_pictures(*effect, "OfxBitDepthByte");
    EXPECT_EQ(host_.render(graph, *effect, 1, everything), ofx::failed) << value;
    EXPECT_NE(effect->message.find(words), std::string::npos) << effect->message;
    PropertySet in, out;
    EXPECT_EQ(host_.send(graph, "OfxActionInstanceChanged", effect.get(), in, out), ofx::ok);
    EXPECT_EQ(effect->message, "");
  };
  fails("graph", "boxs", "did you mean 'boxes'");
  fails("graph", "", "graph is missing");
  fails("document", "{\"overlace\": 1,", "document");
  fails("overrides", "labels.size=-5", "labels");
  fails("tracks", "/no/tracks.txt", "/no/tracks.txt");
}

TEST_F(OpenFx, PoorHosts) {
  const auto without_texts = create(filter, false);
  ASSERT_NE(without_texts, nullptr);
  give_pictures(*without_texts, "OfxBitDepthByte");
  EXPECT_EQ(host_.render(effect_name, *without_texts, 1, everything), ofx::failed);
  EXPECT_NE(without_texts->message, "");

  host_.missing = {"OfxMessageSuite"};
  const auto without_messages = create();
  give_pictures(*without_messages, "OfxBitDepthByte");
  without_messages->set("tracks", std::string("/no/tracks.txt"));
  EXPECT_EQ(host_.render(effect_name, *without_messages, 1, everything), ofx::failed);

  host_.missing = {"OfxParameterSuite"};
  PropertySet in, out;
  EXPECT_EQ(host_.send(effect_name, "OfxActionLoad", nullptr, in, out), ofx::missing_host_feature);
  host_.missing = {};
  EXPECT_EQ(host_.send(effect_name, "OfxActionLoad", nullptr, in, out), ofx::ok);
  EXPECT_EQ(host_.send(effect_name, "OfxActionNobodyKnows", nullptr, in, out), ofx::reply_default);
}

TEST_F(OpenFx, AbsurdWindows) {
  const auto effect = create();
  give_pictures(*effect, "OfxBitDepthByte");
  const auto before = effect->output->bytes;
  for (const OfxRectI window :
       {OfxRectI{0, 0, 0, 0}, OfxRectI{50, 50, 10, 10}, OfxRectI{-2000000000, -5, -1999999999, 5},
        OfxRectI{width, height, 2000000000, 2000000000}})
    EXPECT_EQ(host_.render(effect_name, *effect, 12, window), ofx::ok);
  EXPECT_EQ(effect->output->bytes, before);
  effect->output->depth = "OfxBitDepthNobodyKnows";
  EXPECT_EQ(host_.render(effect_name, *effect, 12, everything), ofx::failed);
}

}  // namespace
}  // namespace overlace::test
