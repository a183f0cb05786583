// SPDX-License-Identifier: Apache-2.0
// What may be exported to, and renders that end well, fall, and are stopped.
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "edit/export_choice.h"
#include "edit/export_process.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Prints what a render would.
int play(const ExportAsk& ask) {
  std::puts(R"({"event":"start"})");
  std::fflush(stdout);
  if (ask.text == "fall") ::raise(SIGSEGV);
  if (ask.text == "hang")
    while (true) ::pause();
  std::puts(R"({"event":"end","exit":0,"in_place":true,"errors":[]})");
  return 0;
}

class Exported {
 public:
  void run(const std::string& text) {
    process_.start({.text = text, .output = (folder.path() / "out.mp4").string()});
    context_.restart();
    context_.run();
  }
  [[nodiscard]] std::string step(std::size_t i) const {
    return events.at(i).find("step")->as_string();
  }
  [[nodiscard]] bool last_flag(const char* name) const {
    return events.back().find(name)->as_bool();
  }
  void cancel_soon() {
    boost::asio::post(context_, [this] { process_.cancel(); });
  }
  [[nodiscard]] ExportProcess& process() { return process_; }

  test::TempFolder folder;
  std::vector<Json> events;

 private:
  boost::asio::io_context context_;
  ExportProcess process_{context_, play, [this](const Json& event) { events.push_back(event); }};
};

TEST(ExportProcess, TellsItsSteps) {
  Exported exported;
  exported.run("well");
  ASSERT_EQ(exported.events.size(), 2U);
  EXPECT_EQ(exported.step(0), "start");
  EXPECT_EQ(exported.step(1), "end");
  EXPECT_TRUE(exported.last_flag("in_place"));
  EXPECT_FALSE(exported.process().is_running());
  EXPECT_EQ(exported.process().last(), exported.events.back());
  exported.run("again");
  EXPECT_EQ(exported.events.size(), 4U);
}

TEST(ExportProcess, OneThatFallsIsAnEnd) {
  Exported exported;
  exported.run("fall");
  EXPECT_EQ(exported.step(1), "end");
  EXPECT_FALSE(exported.last_flag("in_place"));
  EXPECT_NE(exported.events.back().dump().find("signal 11"), std::string::npos);
}

TEST(ExportProcess, OneThatIsCancelledSaysSo) {
  Exported exported;
  exported.cancel_soon();
  exported.run("hang");
  EXPECT_TRUE(exported.last_flag("stopped"));
  EXPECT_FALSE(exported.last_flag("in_place"));
}

TEST(ExportProcess, OneAtATime) {
  Exported exported;
  exported.process().start({.text = "hang", .output = "/nowhere/out.mp4"});
  EXPECT_TRUE(exported.process().is_running());
  EXPECT_THROW(exported.process().start({.text = "well", .output = "/nowhere/out.mp4"}), Error);
}

Json request(const std::string& name, int folder = 0) {
  return Json::Object{{"text", "{}"}, {"folder", folder},      {"name", name},      {"codec", ""},
                      {"frames", ""}, {"overlay_only", false}, {"overwrite", false}};
}

TEST(ExportChoice, OffersTheFoldersOfTheFiles) {
  const ExportChoice choice("/clips/a.mkv", "/graphs/look.json", {"/out", "/clips"});
  EXPECT_EQ(choice.facts().find("folders")->dump(), R"(["/clips","/graphs","/out"])");
  EXPECT_EQ(choice.facts().find("name")->as_string(), "a-look.mp4");
  EXPECT_EQ(choice.read(request("b.mov", 2)).output, "/out/b.mov");
  const ExportChoice example("", "/graphs/look.json", {});
  EXPECT_EQ(example.facts().find("folders")->dump(), R"(["/graphs"])");
}

TEST(ExportChoice, TakesPlainNamesAlone) {
  const ExportChoice choice("/clips/a.mkv", "/clips/look.json", {});
  for (const char* const name : {"", ".", "..", "../b.mp4", "/tmp/b.mp4", "sub/b.mp4",
                                 ".hidden.mp4", "b", "b\n.mp4", "b_####.png", "b_%04d.png"})
    EXPECT_THROW((void)choice.read(request(name)), Error) << name;
  EXPECT_THROW((void)choice.read(request("b.mp4", 1)), Error);
  EXPECT_THROW((void)choice.read(request("b.mp4", -1)), Error);
  Json frames = request("b.mp4");
  frames.set("frames", "20-10");
  EXPECT_THROW((void)choice.read(frames), Error);
}

TEST(ExportChoice, WritesThroughNoLink) {
  const test::TempFolder folder;
  const ExportChoice choice((folder.path() / "a.mkv").string(), (folder.path() / "b.json").string(),
                            {});
  std::ofstream(folder.path() / "there.mp4") << "x";
  fs::create_symlink(folder.path() / "there.mp4", folder.path() / "link.mp4");
  EXPECT_THROW((void)choice.read(request("link.mp4")), Error);
  EXPECT_TRUE(ExportChoice::would_replace(choice.read(request("there.mp4"))));
  EXPECT_FALSE(ExportChoice::would_replace(choice.read(request("free.mp4"))));
}

}  // namespace
}  // namespace overlace
