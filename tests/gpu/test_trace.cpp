// SPDX-License-Identifier: Apache-2.0
// Traces: what is collected from several threads, and the file that viewers read.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "gpu/trace.h"
#include "graph/core/json.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

std::string text_of(const Trace& trace) {
  std::string text;
  trace.write_json([&](std::string_view segment) { text += segment; });
  return text;
}

/// The events of one phase: "X" for spans, "M" for names.
std::vector<Json> events(const Trace& trace, const std::string& phase) {
  std::vector<Json> found;
  const Json document = parse_json(text_of(trace), "trace");
  for (const Json& event : document.as_array())
    if (event.find("ph")->as_string() == phase) found.push_back(event);
  return found;
}

TEST(Trace, AnEmptyOneIsValid) {
  const Trace trace;
  EXPECT_TRUE(events(trace, "X").empty());
  EXPECT_EQ(events(trace, "M").size(), 2U);  // the names of both processes
}

TEST(Trace, KeepsWhatWasAdded) {
  Trace trace;
  trace.add({"lines", "display list", 7, 2}, 1'234'567, 2'000'001);
  const std::vector<Json> spans = events(trace, "X");
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0].find("name")->as_string(), "lines");
  EXPECT_EQ(spans[0].find("cat")->as_string(), "display list");
  EXPECT_EQ(spans[0].find("ts")->as_number(), 1234.567);
  EXPECT_EQ(spans[0].find("dur")->as_number(), 765.434);
  EXPECT_EQ(spans[0].find("args")->find("frame")->as_integer(), 7);
  EXPECT_EQ(spans[0].find("args")->find("slot")->as_integer(), 2);
}

TEST(Trace, NanosecondsSurviveALongRun) {
  Trace trace;
  constexpr std::int64_t hour_ns = 3'600'000'000'000;
  trace.add({"late"}, 100 * hour_ns + 1, 100 * hour_ns + 3);
  EXPECT_NE(text_of(trace).find("\"ts\":360000000000.001,\"dur\":0.002"), std::string::npos);
}

TEST(Trace, NamesAreEscaped) {
  Trace trace;
  trace.name_thread("a \"quoted\\ name\n");
  trace.add({"x\"y\\z\t"}, 0, 1);
  EXPECT_EQ(events(trace, "X")[0].find("name")->as_string(), "x\"y\\z\t");
  EXPECT_EQ(events(trace, "M").back().find("args")->find("name")->as_string(),
            "a \"quoted\\ name\n");
}

TEST(Trace, ThreadsHaveRowsWithNames) {
  Trace trace;
  constexpr int spans_per_thread = 2000;
  const std::vector<std::string> names = {"decode", "draw", "encode", "other"};
  {
    std::vector<std::jthread> threads;
    for (const std::string& name : names)
      threads.emplace_back([&trace, name] {
        trace.name_thread(name);
        for (int i = 0; i < spans_per_thread; ++i) {
          const TraceSpan outer(&trace, {"outer", {}, i});
          const TraceSpan inner(&trace, {"inner", {}, i});
        }
      });
  }
  std::map<std::int64_t, std::string> rows;
  for (const Json& event : events(trace, "M"))
    if (event.find("name")->as_string() == "thread_name")
      rows[event.find("tid")->as_integer()] = event.find("args")->find("name")->as_string();
  std::map<std::string, int> count;
  std::map<std::string, double> last;
  for (const Json& span : events(trace, "X")) {
    const std::string& row = rows.at(span.find("tid")->as_integer());
    ++count[row];
    EXPECT_GE(span.find("ts")->as_number(), last[row]);
    last[row] = span.find("ts")->as_number();
  }
  for (const std::string& name : names) EXPECT_EQ(count[name], 2 * spans_per_thread) << name;
  EXPECT_EQ(trace.dropped(), 0U);
}

TEST(Trace, AnOuterSpanComesBeforeItsInner) {
  Trace trace;
  trace.add({"inner"}, 10, 20);
  trace.add({"outer"}, 10, 30);
  const std::vector<Json> spans = events(trace, "X");
  EXPECT_EQ(spans[0].find("name")->as_string(), "outer");
}

TEST(Trace, SlotsOfADeviceHaveRowsOfTheirOwn) {
  Trace trace;
  trace.add({"host"}, 0, 1);
  for (const int slot : {2, 0, 1}) trace.add_device({"paint", {}, 5, slot}, 0, 1);
  std::vector<std::string> names;
  for (const Json& event : events(trace, "M"))
    if (event.find("name")->as_string() == "thread_name" && event.find("pid")->as_integer() == 2)
      names.push_back(event.find("args")->find("name")->as_string());
  EXPECT_EQ(names, (std::vector<std::string>{"slot 0", "slot 1", "slot 2"}));
}

TEST(Trace, WhatDoesNotFitIsCounted) {
  Trace trace(3);
  for (int i = 0; i < 5; ++i) trace.add({"x", {}, i}, i, i + 1);
  EXPECT_EQ(trace.dropped(), 2U);
  const std::vector<Json> spans = events(trace, "X");
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans.back().find("args")->find("frame")->as_integer(), 2);
}

TEST(Trace, AddingAllocatesNothing) {
  Trace trace(100);
  const std::size_t before = allocations();
  for (int i = 0; i < 200; ++i) {
    TraceSpan span(&trace, {"a name that is longer than small strings are", "stage", i});
    span.set_frame(i + 1);
    trace.add_device({"kernel", {}, i, 1}, i, i + 1);
  }
  EXPECT_EQ(allocations(), before);
}

TEST(Trace, NoTraceIsNoWork) {
  const std::size_t before = allocations();
  {
    TraceSpan span(nullptr, {"x"});
    span.set_frame(3);
  }
  EXPECT_EQ(allocations(), before);
}

// A device clock with a constant offset, read at an unknown moment between two readings of the
// host's: the true offset lies within the stated error.
TEST(ClockOffset, IsAsCloseAsItSays) {
  constexpr std::int64_t truth = -1'764'000'000'123'456'789;
  ClockOffset offset;
  std::int64_t now = 5000;
  for (const auto& [wait, answer] :
       {std::pair{90'000, 70'000}, {1'000, 10}, {40'000, 20'000}, {1'001, 900}}) {
    const std::int64_t device = now + answer - truth;
    offset.sample(now, device, now + wait);
    EXPECT_LE(std::abs(offset.ns() - truth), offset.error_ns());
    now += wait + 17;
  }
  EXPECT_EQ(offset.error_ns(), 500);
}

}  // namespace
}  // namespace overlace::test
