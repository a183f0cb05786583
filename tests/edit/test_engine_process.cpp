// SPDX-License-Identifier: Apache-2.0
// An engine that answers, one that hangs, one that falls, and one that takes too much.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "edit/engine_process.h"

namespace overlace {
namespace {

/// Answers each question with its body; does what some questions ask for.
void play(int socket) {
  while (const auto question = read_message(socket)) {
    const std::string ask = question->head.find("ask")->as_string();
    if (ask == "hang") ::pause();
    if (ask == "fall") ::raise(SIGSEGV);
    if (ask == "eat") {
      constexpr std::size_t much = std::size_t{3} << 30U;
      if (::mmap(nullptr, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0) == MAP_FAILED)
        std::abort();
    }
    if (ask == "tell") write_message(socket, {Json(Json::Object{{"event", "told"}})});
    write_message(socket, {Json(Json::Object{{"status", 200}, {"ask", ask}}), question->body});
  }
}

class Engine {
 public:
  explicit Engine(EngineLimits limits = {.seconds = 20})
      : process_(context_, play, limits,
                 [this](const Json& event) { events.push_back(event.dump()); }) {}

  void ask(const std::string& name, std::string body = {}, bool replaces = false) {
    ++open_;
    process_.ask({Json(Json::Object{{"ask", name}}), std::move(body)}, replaces,
                 [this](EngineMessage answer) {
                   answers.push_back(std::move(answer));
                   if (--open_ == 0) context_.stop();
                 });
  }
  /// Until all are answered.
  void run() {
    context_.restart();
    context_.run();
  }
  [[nodiscard]] std::int64_t status(std::size_t i) const {
    return answers.at(i).head.find("status")->as_integer();
  }
  [[nodiscard]] std::string problem(std::size_t i) const {
    return answers.at(i).head.find("problems")->dump();
  }

  std::vector<EngineMessage> answers;
  std::vector<std::string> events;

 private:
  boost::asio::io_context context_;
  int open_ = 0;
  EngineProcess process_;
};

TEST(EngineProcess, AnswersInOrderWithBytes) {
  Engine engine;
  engine.ask("a", std::string(10'000'000, 'q'));
  engine.ask("b", std::string("\0\n", 2));
  engine.run();
  EXPECT_EQ(engine.answers.at(0).body, std::string(10'000'000, 'q'));
  EXPECT_EQ(engine.answers.at(1).body, std::string("\0\n", 2));
}

TEST(EngineProcess, TheNewestQuestionTakesTheWaitingOnesPlace) {
  Engine engine;
  engine.ask("frame", "1", true);  // is asked at once
  engine.ask("frame", "2", true);
  engine.ask("check", "x");
  engine.ask("frame", "3", true);
  engine.run();
  ASSERT_EQ(engine.answers.size(), 4U);
  EXPECT_EQ(engine.status(0), 204);  // 2
  EXPECT_EQ(engine.answers.at(1).body, "1");
  EXPECT_EQ(engine.answers.at(2).body, "x");
  EXPECT_EQ(engine.answers.at(3).body, "3");
}

TEST(EngineProcess, OneThatFallsIsStartedAgain) {
  Engine engine;
  engine.ask("fall");
  engine.ask("a", "still here");
  engine.run();
  EXPECT_EQ(engine.status(0), 503);
  EXPECT_NE(engine.problem(0).find("ended"), std::string::npos);
  EXPECT_EQ(engine.answers.at(1).body, "still here");
}

TEST(EngineProcess, OneThatHangsIsStopped) {
  Engine engine({.seconds = 1});
  engine.ask("hang");
  engine.ask("a", "still here");
  engine.run();
  EXPECT_EQ(engine.status(0), 503);
  EXPECT_NE(engine.problem(0).find("more than 1 s"), std::string::npos);
  EXPECT_EQ(engine.answers.at(1).body, "still here");
}

TEST(EngineProcess, OneThatTakesTooMuchMemoryIsStartedAgain) {
  Engine engine({.memory_bytes = std::uint64_t{2} << 30U, .seconds = 20});
  engine.ask("eat");
  engine.ask("a", "still here");
  engine.run();
  EXPECT_EQ(engine.status(0), 503);
  EXPECT_EQ(engine.answers.at(1).body, "still here");
}

TEST(EngineProcess, EventsAreHeardBesideAnswers) {
  Engine engine;
  engine.ask("tell");
  engine.run();
  EXPECT_EQ(engine.events, std::vector<std::string>{"{\"event\":\"told\"}"});
  EXPECT_EQ(engine.status(0), 200);
}

}  // namespace
}  // namespace overlace
