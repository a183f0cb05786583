// SPDX-License-Identifier: Apache-2.0
// Tables as spreadsheets and scripts really write them: what stands above the names, how lines end,
// how columns are called, and boxes in a single column.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace overlace::test {
namespace {

constexpr const char* plain =
    "frame,track,x1,y1,x2,y2\n0,7,10.5,20,40.5,60\n0,8,100,50,130,90\n1,7,12.5,20,42.5,60\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Little endian with a byte-order mark, as Excel's "Unicode text".
std::string utf16(const std::string& ascii, bool little = true) {
  std::string out = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
  return out;
}

void expect_plain(const std::string& text) {
  SCOPED_TRACE(text);
  const ReadResult r = read_text(text);
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box,
            (std::vector<Box>{{10.5F, 20, 30, 40}, {100, 50, 30, 40}, {12.5F, 20, 30, 40}}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{7, 8, 7}));
  EXPECT_EQ(r.table.frame_of(2), 1);
}

TEST(StrangeTables, NamesAreUsedWhateverStandsAboveThem) {
  for (const std::string above :
       {"", "\n\n", "# tracks of clip.mp4\n", "# tracks of clip.mp4, by Anna\n\n", "% made today\n",
        "// frames from 0\n", "sep=,\n", "Video: clip.mp4\n\n", "\xEF\xBB\xBF", "made by,Anna\n"})
    for (const char* sign : {"", "#", "# "}) expect_plain(above + sign + plain);
}

TEST(StrangeTables, SeparatorsEncodingsAndLineEndsAreRecognised) {
  for (const char* separator : {",", ";", "\t", " ", ", "})
    for (const char* end : {"\n", "\r\n", "\r"}) {
      const std::string text = replaced(replaced(plain, ",", separator), "\n", end);
      expect_plain(text);
      expect_plain(utf16(text));
      expect_plain(utf16(text, false));
    }
}

TEST(StrangeTables, DecimalCommasAndSeparatorLine) {
  expect_plain("sep=;\n" + replaced(replaced(plain, ",", ";"), ".", ","));
}

TEST(StrangeTables, AnAppendedTableHasItsHeadingAgain) {
  const std::string rows = plain;
  const std::string second = replaced(replaced(rows, "\n0,", "\n2,"), "\n1,", "\n3,");
  EXPECT_EQ(read_text(rows + second).table.row_count(), 6U);
  EXPECT_TRUE(read_text(rows + second).report.lost.empty());
}

TEST(StrangeTables, QuotedTextsMayHaveLineBreaks) {
  const ReadResult r = read_text(
      "frame,id,x,y,w,h,note\n0,1,10,20,40,30,\"seen twice\nby camera 2\"\n"
      "1,1,11,20,40,30,\"\"\"so\"\"\n\nlate\"\n2,1,12,20,40,30,5\" wide\n");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(attribute_text(r.table, "note", 0), "seen twice\nby camera 2");
  EXPECT_EQ(attribute_text(r.table, "note", 1), "\"so\"\n\nlate");
  EXPECT_NE(refusal("frame,id,x,y,w,h,note\n0,1,10,20,40,30,\"open\n1,1,11,20,40,30,a\n")
                .find("never closed"),
            std::string::npos);
}

TEST(StrangeTables, ObjectsAreToldFromRows) {
  for (const char* name :
       {"track_id", "tracking_id", "player_id", "car_id", "playerID", "instance_id"}) {
    SCOPED_TRACE(name);
    const std::string rows = ",x,y,w,h\n0,5,10,20,40,30\n1,5,11,20,40,30\n";
    EXPECT_EQ(read_text(fmt::format("frame,{}", name) + rows).table.id,
              (std::vector<TrackId>{5, 5}));
  }
  const ReadResult r = read_text("id,frame,track,x,y,w,h\n1,0,5,10,20,40,30\n2,1,5,11,20,40,30\n");
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{5, 5})) << "id numbers the rows";
  const ReadResult two = read_text("frame,car_id,plate_id,x,y,w,h\n0,5,6,10,20,40,30\n");
  EXPECT_EQ(two.table.id, (std::vector<TrackId>{no_id})) << "which of them is not known";
  const ReadResult other = read_text("frame,class_id,camera_id,x,y,w,h\n0,5,6,10,20,40,30\n");
  EXPECT_EQ(other.table.id, (std::vector<TrackId>{no_id}));
}

TEST(StrangeTables, FramesMayBePicturesOrTimes) {
  const std::string rows = "{},1,10,20,40,30\n{},1,11,20,40,30\n{},1,12,20,40,30\n";
  const auto frames = [&](const std::string& name, const char* a, const char* b, const char* c) {
    TrackReadOptions options;
    options.clip.frame_rate = {25, 1};
    const ReadResult r =
        read_text(name + ",id,x,y,w,h\n" + fmt::format(fmt::runtime(rows), a, b, c), options);
    std::vector<std::int32_t> found;
    for (std::uint32_t row = 0; row < r.table.row_count(); ++row)
      found.push_back(r.table.frame_of(row));
    return found;
  };
  const std::vector<std::int32_t> expected = {2, 3, 7};
  EXPECT_EQ(frames("frame", "frame_000002.jpg", "frame_000003.jpg", "frame_000007.jpg"), expected);
  EXPECT_EQ(frames("time", "0.08", "0.12", "0.28"), expected);
  EXPECT_EQ(frames("time", "0.08s", "0.12s", "0.28s"), expected);
  EXPECT_EQ(frames("time_ms", "80", "120", "280"), expected);
  EXPECT_EQ(frames("timestamp", "00:00:00.080", "00:00:00.120", "0:00:00.280"), expected);
  EXPECT_EQ(frames("t", "2", "3", "7"), expected);
  EXPECT_NE(
      refusal("time,id,x,y,w,h\n0,1,10,20,40,30\n40,1,11,20,40,30\n").find("--tracks-fps 1000"),
      std::string::npos)
      << "whole numbers could be milliseconds";
  EXPECT_NE(refusal("time,id,x,y,w,h\n0.1,1,10,20,40,30\n0.2,1,11,20,40,30\n").find("--fps"),
            std::string::npos)
      << "no clip";
}

TEST(StrangeTables, ABoxMayStandInOneColumn) {
  for (const std::string box :
       {"\"[10, 20, 50, 60]\"", "[10 20 50 60]", "[10. 20. 50. 60.]", "\"(10, 20, 50, 60)\"",
        "\"[[10, 20], [50, 60]]\"", "\"[[10, 20, 50, 60]]\"", "\"array([10, 20, 50, 60])\"",
        "\"{'x1': 10, 'y1': 20, 'x2': 50, 'y2': 60}\"",
        "\"{\"\"left\"\": 10, \"\"top\"\": 20, \"\"width\"\": 40, \"\"height\"\": 40}\"",
        "\"[{'x': 10, 'y': 20, 'width': 40, 'height': 40}]\""}) {
    SCOPED_TRACE(box);
    const std::string far = replaced(
        replaced(replaced(replaced(box, "10", "300"), "50", "340"), "20", "200"), "60", "240");
    const ReadResult r = read_text("frame,id,bbox\n4,7," + box + "\n5,7," + far + "\n");
    ASSERT_EQ(r.table.row_count(), 2U);
    EXPECT_EQ(r.table.box[0], (Box{10, 20, 40, 40}));
    EXPECT_EQ(r.table.box[1], (Box{300, 200, 40, 40}));
    EXPECT_EQ(r.table.id[0], 7);
    EXPECT_EQ(r.table.frame_of(0), 4);
  }
}

TEST(StrangeTables, FractionsOfThePictureAreNoticed) {
  TrackReadOptions options;
  options.source_size = {1000, 500};
  const ReadResult r =
      read_text("frame,id,cx,cy,w,h\n1,1,0.5,0.5,0.1,0.2\n2,1,0.6,0.5,0.1,0.2\n", options);
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_NEAR(r.table.box[0].x, 450, 1e-3);
  EXPECT_NEAR(r.table.box[0].height, 100, 1e-3);
}

TEST(StrangeTables, CentresAreToldByTheirFit) {
  // At each edge of a picture of 640 x 480, sizes of 100 x 80.
  const std::string centres =
      "frame,id,x,y,w,h\n0,1,50,40,100,80\n0,2,590,240,100,80\n0,3,320,440,100,80\n0,4,585,430,100,"
      "80\n";
  TrackReadOptions options;
  options.source_size = {640, 480};
  EXPECT_NE(refusal(centres, options).find("--map cx="), std::string::npos);
  options.columns = read_column_map("cx=x,cy=y");
  EXPECT_EQ(read_text(centres, options).table.box[0], (Box{0, 0, 100, 80}));
  options.columns.clear();
  const std::string corners = replaced(centres, "0,1,50,40", "0,1,5,4");
  EXPECT_EQ(read_text(corners, options).table.box[0], (Box{5, 4, 100, 80}))
      << "a centre there would lie outside";
}

TEST(StrangeTables, MissingBoxesAreObjectsThatWereNotFound) {
  for (const char* none : {"nan,nan,nan,nan", ",,,", "NA,NA,NA,NA", "None,None,None,None"}) {
    SCOPED_TRACE(none);
    const ReadResult r =
        read_text(fmt::format("frame,id,x,y,w,h\n0,1,10,20,40,30\n1,1,{0}\n2,1,{0}\n", none));
    EXPECT_EQ(r.table.row_count(), 1U);
    EXPECT_EQ(r.lost("not found").count, 2U);
  }
}

TEST(StrangeTables, NamesOfClassesInWindows1252AreReadAsUtf8) {
  const ReadResult r = read_text("frame,id,x,y,w,h,class\n0,1,10,20,40,30,M\xFCll\x80\n");
  EXPECT_EQ(class_text(r.table, 0), "M\u00FCll\u20AC");
  const ReadResult valid = read_text("frame,id,x,y,w,h,class\n0,1,10,20,40,30,M\u00FCll\n");
  EXPECT_EQ(class_text(valid.table, 0), "M\u00FCll");
}

/// The value after --map in a message.
std::string map_in(const std::string& message) {
  const std::size_t begin = message.find("--map ") + 6;
  return message.substr(begin, message.find_first_of(" \n", begin) - begin);
}

TEST(StrangeTables, UnknownNamesAreRefusedWithALineThatReadsThem) {
  const std::string text =
      "img_no,obj,kind,px,py,dx,dy,p\n3,7,car,10,20,40,30,0.5\n4,7,car,11,20,40,30,0.5\n";
  const std::string message = refusal(text);
  EXPECT_NE(message.find("img_no, obj, kind, px, py, dx, dy, p"), std::string::npos) << message;
  EXPECT_NE(message.find("3,7,car,10,20,40,30,0.5"), std::string::npos) << "the first row";
  EXPECT_LT(message.size(), 400U);
  TrackReadOptions options;
  options.columns = read_column_map(map_in(message));
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 40, 30}));
  EXPECT_EQ(r.table.id[0], 7);
  EXPECT_EQ(r.table.frame_of(0), 3);
  EXPECT_EQ(class_text(r.table, 0), "car");
  EXPECT_EQ(r.table.score[0], 0.5F);
}

TEST(StrangeTables, CornersWithoutNamesAreRefusedWithALineThatReadsThem) {
  std::string text;
  for (int frame = 1; frame <= 5; ++frame)
    for (int id = 1; id <= 3; ++id) {
      const int x = 500 + 100 * id + 10 * frame;
      text += fmt::format("{},{},{},200,{},320\n", frame, id, x, x + 60);
    }
  const std::string message = refusal(text);
  EXPECT_NE(message.find("1,1,610,200,670,320"), std::string::npos) << message;
  TrackReadOptions options;
  options.columns = read_column_map(map_in(message));
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 15U);
  EXPECT_EQ(r.table.box[0], (Box{610, 200, 60, 120}));
}

TEST(StrangeTables, AMapOfAFormatWithoutNamesIsRefused) {
  TrackReadOptions options;
  options.format = "mot";
  options.columns = read_column_map("frame=image");
  EXPECT_NE(refusal("1,1,10,20,40,30\n", options).find("no names to map"), std::string::npos);
}

TEST(StrangeTables, WaysOfCamerasAndLineagesAreNoTracks) {
  std::string poses, lineage;
  for (int i = 0; i < 10; ++i) {
    poses += fmt::format("{} {} 2 3 0 0 0 1\n", 1000 + i, 600 + i);
    lineage += fmt::format("{} {} {} {}\n", i + 1, i, i + 30, i / 2);
  }
  EXPECT_NE(refusal(poses).find("quaternion"), std::string::npos);
  EXPECT_NE(refusal(lineage).find("Cell Tracking"), std::string::npos);
}

TEST(StrangeTables, MotChallengeRowsNearTheCornerAreSizes) {
  const TemporaryFolder folder;
  for (const char* rows : {"1,1,32,32,32,32,0.9,-1,-1,-1\n2,1,16,16,16,16,0.9,-1,-1,-1\n",
                           "1,1,4,3,16,14,1,-1,-1,-1\n1,2,5,3,18,15,1,-1,-1,-1\n"}) {
    const ReadResult r = folder.write("t.txt", rows).read({}, "t.txt");
    ASSERT_EQ(r.table.row_count(), 2U) << rows;
    EXPECT_EQ(r.table.box[0].width, rows[4] == '3' ? 32 : 16) << rows;
  }
}

/// Rows of two objects in 20 frames: 7 walks right and 9 walks left.
std::string walks(const std::function<std::string(int frame, int id, int x)>& row) {
  std::string text;
  for (int frame = 1; frame <= 20; ++frame) {
    text += row(frame, 7, 100 + 2 * frame) + "\n";
    text += row(frame, 9, 400 - 2 * frame) + "\n";
  }
  return text;
}

TEST(StrangeTables, TheIdsAreInTheColumnThatTellsObjectsApartAndRecurs) {
  // A team has many players, a cell is never the same, and a camera is one.
  const auto row = [](int frame, int id, int x) {
    return fmt::format("{},{},{},{},{},20,40,60", frame, 1, frame * 100 + id, id, x);
  };
  for (const std::string names :
       {"frame,team_id,cell_id,player_id,x,y,w,h", "frame,team_id,cell_id,Shirt ID,x,y,w,h",
        "frame,track_id,object_id,player_id,x,y,w,h"}) {
    const ReadResult r = read_text(names + "\n" + walks(row));
    ASSERT_EQ(r.table.row_count(), 40U) << names;
    EXPECT_EQ(r.table.id[0], 7) << names;
    EXPECT_EQ(r.table.id[1], 9) << names;
    EXPECT_EQ(r.table.id[38], 7) << names;
  }
}

TEST(StrangeTables, TwoColumnsThatCouldBothHaveIdsAreRefusedWithALine) {
  const std::string said =
      refusal("frame,player_id,shirt_id,x,y,w,h\n" + walks([](int frame, int id, int x) {
                return fmt::format("{},{},{},{},20,40,60", frame, id, id + 1, x);
              }));
  EXPECT_NE(said.find("'player_id' and 'shirt_id' could both"), said.npos) << said;
  EXPECT_NE(said.find("id=player_id"), said.npos) << said;
}

TEST(StrangeTables, AUsualNameCountsWhereItsColumnHasIds) {
  const ReadResult r =
      read_text("frame,shirt_id,track_id,x,y,w,h\n" + walks([](int frame, int id, int x) {
                  return fmt::format("{},{},{},{},20,40,60", frame, id + 1, id, x);
                }));
  EXPECT_EQ(r.table.id[0], 7);
}

TEST(StrangeTables, IdsMayComeBeforeFrames) {
  const auto usual = read_text(walks([](int frame, int id, int x) {
    return fmt::format("{},{},{},20,40,60,1,-1,-1,-1", frame, id, x);
  }));
  const std::string by_frame = walks([](int frame, int id, int x) {
    return fmt::format("{},{},{},20,40,60,1,-1,-1,-1", id, frame, x);
  });
  std::string by_id;
  for (const char id : {'7', '9'}) {
    std::istringstream lines(by_frame);
    for (std::string line; std::getline(lines, line);)
      if (line.front() == id) by_id += line + "\n";
  }
  EXPECT_FALSE(usual.assumes("column 1 has the ids"));
  for (const std::string& text : {by_frame, by_id}) {
    const ReadResult r = read_text(text);
    EXPECT_TRUE(r.assumes("column 1 has the ids"));
    EXPECT_EQ(r.table.box, usual.table.box);
    EXPECT_EQ(r.table.id, usual.table.id);
    EXPECT_EQ(r.table.first_frame, usual.table.first_frame);
  }
}

}  // namespace
}  // namespace overlace::test
