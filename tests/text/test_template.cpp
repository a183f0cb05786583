// SPDX-License-Identifier: Apache-2.0
// Templates: the output of each field, with printf as the peer, and what is refused.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graph/core/frame_clock.h"
#include "tests/text/allocations.h"
#include "tests/text/fonts.h"
#include "text/template.h"

namespace overlace::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Two objects in frame 0: one with every attribute, one with none.
class Template : public ::testing::Test {
 protected:
  Template() {
    const TrackRow rows[] = {
        {.frame = 0,
         .id = 9007199254740993,  // 2^53 + 1: neither float nor double holds it
         .box = {10, 20, 30, 40},
         .class_index = 1,
         .score = 0.875F},
        {.frame = 0, .box = {0, 0, 8, 8}},
    };
    table = make_track_table(rows, {"car", "łódź"},
                             {{"depth", {1.5F, nan}}, {"make", {1, nan}, {"audi", "škoda"}}});
    finish_tracks(table, {.frame_rate = {25}});
    for (std::size_t i = 0; i < 2; ++i) columns[i] = table.attributes[i].values.data();
    view = {.box = table.box.data(),
            .id = table.id.data(),
            .class_index = table.class_index.data(),
            .score = table.score.data(),
            .age = table.age.data(),
            .remaining = table.remaining.data(),
            .velocity = table.velocity.data(),
            .columns = columns,
            .rows = table.rows(0)};
  }
  TextTemplate parse(std::string_view text, TemplateScope scope = TemplateScope::object,
                     bool upper_case = false) {
    return {text, scope, &table, {.frame_rate = {25}}, {.upper_case = upper_case}};
  }
  std::string filled(std::string_view text, std::uint32_t row = 0, std::int32_t frame = 0) {
    std::string out = "leftovers";
    parse(text).format({{frame, frame / 25.0}, &view, {.row = row}}, out);
    return out;
  }
  Diagnostic refused(std::string_view text, TemplateScope scope = TemplateScope::object) {
    return problem_of([&] { (void)parse(text, scope); });
  }

  TrackTable table;
  const float* columns[2] = {};
  TrackView view;
};

template <class... T>
std::string printed(const char* format, T... values) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

TEST_F(Template, FillsFields) {
  EXPECT_EQ(filled("{class} {id}"), "łódź 9007199254740993");
  EXPECT_EQ(filled("{id:020d}|{id:x}"), printed("%020ld|%lx", 9007199254740993, 9007199254740993));
  EXPECT_EQ(filled("{score:.2f} {width:6.1f} {height:e}"),
            printed("%.2f %6.1f %e", 0.875, 30.0, 40.0));
  EXPECT_EQ(filled("{depth:.0f}|{width:d}|{width:04d}"), "2|30|0030");
  EXPECT_EQ(filled("{class:>6}|{class:<6}|"), "  łódź|łódź  |");
  EXPECT_EQ(filled("plain\ntext"), "plain\ntext");
  EXPECT_EQ(filled(""), "");
}

TEST_F(Template, NumbersWithoutAFormatAreShort) {
  EXPECT_EQ(filled("{width} {score} {depth} {aspect}"), "30 0.88 1.5 0.75");
  EXPECT_EQ(filled("{area}"), "1200");
  for (const auto& [depth, text] : {std::pair(-0.004F, "0"), std::pair(-0.006F, "-0.01")}) {
    table.attributes[0].values[0] = depth;
    EXPECT_EQ(filled("is {depth}"), std::string("is ") + text);
  }
}

TEST_F(Template, NumbersThatNoIntegerHolds) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const float depth : {infinity, -infinity, 1e20F}) {
    table.attributes[0].values[0] = depth;
    EXPECT_EQ(filled("{depth:d}"), printed("%.0f", double{depth}));
  }
}

TEST_F(Template, IdsThatTheFileGivesAsTextsAreWrittenAsTexts) {
  table.attributes[1].name = "track";
  EXPECT_EQ(filled("#{id}"), "#škoda");
  EXPECT_EQ(filled("{id:04d}"), "škoda") << "a format is for numbers";
  EXPECT_EQ(filled("{id?}", 1), "") << "without an id";
}

TEST_F(Template, FrameFields) {
  EXPECT_EQ(filled("{frame} {frame:05d} {time} {time:.1f} {count}", 0, 40), "40 00040 1.60 1.6 2");
  EXPECT_EQ(filled("{timecode}", 0, 25 * 3661 + 7), "01:01:01:07");
}

TEST_F(Template, FrameFieldsTakeEveryFormatThatIsAccepted) {
  EXPECT_EQ(filled("{time:03d}|{time:e}|{timecode:>12}|{count:.1f}|{frame:x}", 0, 40),
            "002|1.600000e+00| 00:00:01:15|2.0|28");
}

TEST(TemplateClock, CountsTheClipAndTheTimeOfDay) {
  const ClipInfo clip{
      .size = {}, .frame_rate = {30000, 1001}, .frame_count = 400, .first_frame = 100};
  const auto write = [&](std::string_view text, const ClipInfo& of) {
    std::string out;
    TextTemplate(text, TemplateScope::frame, nullptr, of, {.clock_start = 23 * 3600 + 59 * 60 + 58})
        .format({.time = {.frame = 199, .shown_s = 3.3}}, out);
    return out;
  };
  EXPECT_EQ(write("{frame}/{frames} {progress:.0f} % at {rate}", clip), "199/400 25 % at 29.97");
  EXPECT_EQ(write("{wall} {wall:%H.%M} {wall:%j}", clip), "00:00:01 00.00 002");
  EXPECT_EQ(write("{frames}{progress?}", {}), "–") << "a pipe's end is not known";
  EXPECT_THROW((void)write("{wall:%Q}", clip), Error);
}

TEST_F(Template, NtscTimecodeCountsThirtyFrames) {
  const TextTemplate ntsc("{timecode}", TemplateScope::frame, nullptr,
                          {.frame_rate = {30000, 1001}});
  std::string out;
  ntsc.format({.time = {30 * 60, 0}}, out);
  EXPECT_EQ(out, "00:01:00:00");
}

// 23.4 fps on average count as 23 frames in each second.
TEST(TemplateClock, TimecodesFollowTheFramesOwnTimes) {
  ClipInfo clip{.frame_rate = {234, 10}};
  clip.clock = std::make_shared<const FrameClock>([] {
    return FrameClock::Reading{{0, 0.04, 3661, 3661.5}, true};
  });
  const TextTemplate text("{timecode}", TemplateScope::frame, nullptr, clip);
  for (const auto& [frame, wanted] :
       {std::pair(1, "00:00:00:00"), std::pair(2, "01:01:01:00"), std::pair(3, "01:01:01:11")}) {
    std::string out;
    text.format({.time = time_of(clip, frame)}, out);
    EXPECT_EQ(out, wanted);
  }
}

TEST_F(Template, NumbersInAStyle) {
  const auto write = [&](NumberStyle numbers, std::string_view text, std::int32_t frame) {
    std::string out;
    TextTemplate(text, TemplateScope::object, &table, {.frame_rate = {25}}, {.numbers = numbers})
        .format({{frame, frame / 25.0}, &view, {}}, out);
    return out;
  };
  EXPECT_EQ(write(NumberStyle::plain, "{frame} {time:.1f}", 31265), "31265 1250.6");
  EXPECT_EQ(write(NumberStyle::point_comma, "{frame} {time:.1f}", 31265), "31.265 1.250,6");
  EXPECT_EQ(write(NumberStyle::comma_point, "{frame} {time:.1f}", 31265), "31,265 1,250.6");
  EXPECT_EQ(write(NumberStyle::comma, "{time:.1f} {frame:x} {timecode}", 31265),
            "1250,6 7a21 00:20:50:15");
}

TEST_F(Template, NamesOfClasses) {
  const std::vector<std::string> names = {
      table.class_names.at(static_cast<std::size_t>(table.class_index.at(0))) + "=Mensch",
      "unheard=of"};
  std::string out;
  TextTemplate("{class}", TemplateScope::object, &table, {}, {.names = names})
      .format({{}, &view, {}}, out);
  EXPECT_EQ(out, "Mensch");
  const std::vector<std::string> wrong = {"person"};
  EXPECT_NE(problem_of([&] {
              TextTemplate("{class}", TemplateScope::object, &table, {}, {.names = wrong});
            }).hint,
            "");
}

// All names are replaced simultaneously, so two classes can swap theirs.
TEST_F(Template, NamesOfClassesAreNotRenamedAgain) {
  const std::vector<std::string> names = {"car=łódź", "łódź=car"};
  const TextTemplate text("{class}", TemplateScope::object, &table, {}, {.names = names});
  std::string out;
  for (const auto& [class_index, name] : {std::pair(0, "łódź"), std::pair(1, "car")}) {
    table.class_index.at(0) = class_index;
    text.format({{}, &view, {}}, out);
    EXPECT_EQ(out, name);
  }
}

TEST_F(Template, ValuesHaveNoTags) {
  table.class_names.at(static_cast<std::size_t>(table.class_index.at(0))) = "[b]ad";
  std::string out;
  TextTemplate("[i]{class}[/]", TemplateScope::object, &table, {}, {.markup = true})
      .format({{}, &view, {}}, out);
  EXPECT_EQ(out, "[i][[b]ad[/]");
  EXPECT_NE(problem_of([&] {
              TextTemplate("[u]{class}", TemplateScope::object, &table, {}, {.markup = true});
            }).message.find("[u]"),
            std::string::npos);
}

TEST_F(Template, MissingValues) {
  EXPECT_EQ(filled("[{class}] {id} {score:.2f} {depth}", 1), "[] – – –");
  EXPECT_EQ(filled("[{class}{id?}{score?:.2f}{depth?}]", 1), "[]");
  EXPECT_EQ(filled("{id?:d} {score?:.1f}", 0), "9007199254740993 0.9");
}

TEST_F(Template, BracesAreDoubled) {
  EXPECT_EQ(filled("{{{width}}} {{id}} }}{{"), "{30} {id} }{");
}

TEST_F(Template, UpperCaseLeavesFieldsAlone) {
  std::string out;
  parse("é {class} {score:e}", TemplateScope::object, true).format({{}, &view, {}}, out);
  EXPECT_EQ(out, "É ŁÓDŹ 8.750000e-01");
}

TEST_F(Template, TextAttributesPrintTheirTexts) {
  EXPECT_EQ(filled("{make}|{make:>7}|"), "škoda|  škoda|");
  EXPECT_EQ(filled("{make}|{make?}|", 1), "–||");
  std::string out;
  parse("{make}", TemplateScope::object, true).format({{}, &view, {}}, out);
  EXPECT_EQ(out, "ŠKODA");
  EXPECT_FALSE(refused("{make:.2f}").message.empty());
  const std::vector<std::string_view> known = parse("{make}").known_texts();
  EXPECT_EQ(std::ranges::count(known, "audi"), 1);
}

TEST_F(Template, SeriesAreReadByTheirNames) {
  const SeriesList list = {
      std::make_shared<const Series>(Series{.name = "door.in", .values = {0, 3, 9007199254740992}}),
      std::make_shared<const Series>(Series{.name = "gate.mean", .values = {nan, 1.5}})};
  const auto written = [&](std::string_view text, std::int32_t frame) {
    std::string out;
    TextTemplate(text, TemplateScope::frame, nullptr, {.frame_rate = {25}}, {.series = &list})
        .format({.time = {frame, 0}}, out);
    return out;
  };
  EXPECT_EQ(written("in {door.in} {door.in:03d}", 1), "in 3 003");
  EXPECT_EQ(written("{door.in:d}", 2), "9007199254740992");  // 2^53
  EXPECT_EQ(written("{gate.mean}|{gate.mean?}", 0), "–|");
  EXPECT_EQ(written("{gate.mean:.3f}", 7), "1.500");
  const Diagnostic refused = problem_of([&] { (void)written("at {door.inn}", 0); });
  EXPECT_EQ(refused.message, "unknown series 'door.inn' at character 4 of \"at {door.inn}\"");
  EXPECT_EQ(refused.hint, "did you mean 'door.in'?");
}

TEST_F(Template, SeriesMayBeUnknownAtFirst) {
  std::string out;
  TextTemplate("{door.in}", TemplateScope::frame, nullptr, {.frame_rate = {25}}).format({}, out);
  EXPECT_EQ(out, "–");
}

TEST_F(Template, RefusesWithPositionAndNearestName) {
  EXPECT_EQ(refused("{class} {scor}").message,
            "unknown field 'scor' at character 9 of \"{class} {scor}\"");
  EXPECT_EQ(refused("{class} {scor}").hint, "did you mean 'score'?");
  EXPECT_EQ(refused("{dept}").hint, "did you mean 'depth'?");
  EXPECT_NE(refused("łódź {").message.find("character 6"), std::string::npos);
  EXPECT_NE(refused("a } b").message.find("'}' without '{'"), std::string::npos);
  EXPECT_NE(refused("{id {class}").message.find("'{' without '}'"), std::string::npos);
  EXPECT_NE(refused("{}").message.find("unknown field ''"), std::string::npos);
  const std::string listed = refused("{nope}").hint;
  EXPECT_EQ(listed.find("class"), listed.rfind("class")) << listed;
}

TEST_F(Template, RefusesBadFormats) {
  for (const char* text : {"{score:.2q}", "{score:{}}", "{id:.2d}", "{class:d}", "{id:999999999d}",
                           "{score:.300f}", "{frame:s}", "{score:"})
    EXPECT_FALSE(refused(text).message.empty()) << text;
}

TEST_F(Template, AFrameHasNoIdAndAThingNoLength) {
  EXPECT_NE(refused("{id}", TemplateScope::frame).message.find("'id'"), std::string::npos);
  EXPECT_NE(refused("{class}", TemplateScope::frame).message.find("'class'"), std::string::npos);
  EXPECT_NE(refused("{length}").message.find("'length'"), std::string::npos);
}

TEST_F(Template, FillsWithoutAllocating) {
  const TextTemplate text =
      parse("{class} {id:020d} {score:.2f} {speed} {timecode} {count} {depth:8.3f}");
  std::string out;
  out.reserve(200);
  const std::size_t before = allocations();
  for (const std::uint32_t row : {0U, 1U}) text.format({{}, &view, {.row = row}}, out);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace overlace::test
