// SPDX-License-Identifier: Apache-2.0
// The interpreter of machine code, on kernels so small that results and counts are known by hand.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tools/gpu_model/arena.h"
#include "tools/gpu_model/decode.h"
#include "tools/gpu_model/kernel_run.h"

namespace overlace::gpu_model {
namespace {

using Lines = std::vector<std::string>;

/// A program of instructions 16 bytes apart, as cuobjdump lists them.
Program program_of(const Lines& lines, int registers = 16, int shared = 0) {
  std::string text = " Function k:\n  REG:" + std::to_string(registers) +
                     " STACK:0 SHARED:" + std::to_string(shared) + " LOCAL:0\n\t\tFunction : k\n";
  char address[16];
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::snprintf(address, sizeof address, "/*%04zx*/", i * 16);
    text += "        " + std::string(address) + "   " + lines[i] + " ;   /* 0x0 */\n";
  }
  return decode(read_listing(text).at(0));
}

/// What a kernel with one argument, a pointer to zeroed words, leaves there.
struct Outcome {
  std::vector<std::uint32_t> words;
  LaunchCounts counts;
};

Outcome run(const Program& program, std::uint32_t blocks, std::uint32_t threads,
            std::size_t words) {
  Arena arena(1U << 20U);
  std::byte* memory = arena.allocate(words * sizeof(std::uint32_t));
  const Grid grid{&program, std::as_bytes(std::span(&memory, 1)), blocks, threads};
  Outcome out{std::vector<std::uint32_t>(words), run_grid(grid, {}, arena)};
  std::memcpy(out.words.data(), memory, words * sizeof(std::uint32_t));
  return out;
}

/// Appends lines that store R3 at the thread's index in its grid, and end.
Lines then_store(Lines lines) {
  for (const char* line : {"S2R R12, SR_TID.X", "S2R R13, SR_CTAID.X",
                           "IMAD R12, R13, c[0x0][0x0], R12", "LDC.64 R4, c[0x0][0x210]",
                           "IMAD.WIDE.U32 R4, R12, 0x4, R4", "STG.E desc[UR4][R4.64], R3", "EXIT"})
    lines.emplace_back(line);
  return lines;
}
constexpr std::uint64_t store_instructions = 7;

/// R3 in each lane of one warp.
std::vector<std::uint32_t> warp_result(const Lines& lines) {
  return run(program_of(then_store(lines)), 1, 32, 32).words;
}

TEST(GpuModel, CountsWhatEveryWarpExecutes) {
  const Program program =
      program_of(then_store({"S2R R0, SR_TID.X", "S2R R1, SR_CTAID.X",
                             "IMAD R2, R1, c[0x0][0x0], R0", "IMAD R3, R2, 0x3, RZ"}));
  const Outcome out = run(program, 5, 64, 320);
  for (std::uint32_t i = 0; i < 320; ++i) EXPECT_EQ(out.words[i], 3 * i);
  constexpr std::uint64_t warps = 10;
  EXPECT_EQ(out.counts.instructions, warps * (4 + store_instructions));
  EXPECT_EQ(out.counts.active_lanes, out.counts.instructions * 32);
  EXPECT_EQ(out.counts.stores, warps);
  EXPECT_EQ(out.counts.loads, 0U);
  EXPECT_EQ(out.counts.profile[0].executed, warps);
}

TEST(GpuModel, LanesThatPartMeetAgain) {
  // Lane n loops n times.
  const Program program = program_of(then_store({
      "S2R R0, SR_TID.X", "MOV R3, RZ", "BSSY B0, 0x80",
      "ISETP.EQ.U32.AND P0, PT, R0, RZ, PT",  // 0x30
      "@P0 BRA 0x80", "VIADD R0, R0, 0xffffffff", "VIADD R3, R3, 0x2", "BRA 0x30",
      "BSYNC B0",  // 0x80
  }));
  const Outcome out = run(program, 1, 32, 32);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(out.words[lane], 2 * lane);
  // 32 times the test and the branch, 31 times the body; each lane reaches BSYNC on its own.
  EXPECT_EQ(out.counts.instructions, 3 + 32 * 2 + 31 * 3 + 32 + store_instructions);
  EXPECT_EQ(out.counts.profile[3].active_lanes, 32U * 33 / 2);
  EXPECT_EQ(out.counts.profile[9].active_lanes, 32U) << "together after the barrier";
}

TEST(GpuModel, CallsReturnToWhereTheyCameFrom) {
  const Lines lines =
      then_store({"S2R R0, SR_TID.X", "MOV R10, 0x30", "CALL.REL.NOINC 0xb0", "VIADD R3, R3, 0x1"});
  Lines whole = lines;
  whole.insert(whole.end(), {"IMAD.SHL.U32 R3, R0, 0x2, RZ", "RET.REL.NODEC R10 0x0"});
  ASSERT_EQ(lines.size(), 11U);
  const Outcome out = run(program_of(whole), 1, 32, 32);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(out.words[lane], 2 * lane + 1);
}

TEST(GpuModel, LanesTellEachOther) {
  const auto reversed =
      warp_result({"S2R R0, SR_TID.X", "IADD3 R1, -R0, 0x1f, RZ", "SHFL.IDX PT, R3, R0, R1, 0x1f"});
  const auto up =
      warp_result({"S2R R0, SR_TID.X", "SHFL.UP P0, R3, R0, 0x4, RZ", "@!P0 VIADD R3, R3, 0x64"});
  const auto odd = warp_result(
      {"S2R R0, SR_TID.X", "LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT", "VOTE.ANY R3, PT, P0"});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(reversed[lane], 31 - lane);
    EXPECT_EQ(up[lane], lane < 4 ? lane + 100 : lane - 4);
    EXPECT_EQ(odd[lane], 0xAAAAAAAAU);
  }
}

TEST(GpuModel, ABlockMeetsAndSharesItsMemory) {
  const Program program = program_of(
      then_store({"S2R R0, SR_TID.X", "SHF.L.U32 R1, R0, 0x2, RZ", "STS [R1], R0",
                  "BAR.SYNC.DEFER_BLOCKING 0x0", "IADD3 R2, -R1, 0xfc, RZ", "LDS R3, [R2]"}),
      16, 256);
  const Outcome out = run(program, 3, 64, 192);
  for (std::uint32_t i = 0; i < 192; ++i) EXPECT_EQ(out.words[i], 63 - i % 64);
}

TEST(GpuModel, ABlockVotesAtABarrier) {
  // Thread 37 votes yes; in the second vote, none does.
  const Program program =
      program_of(then_store({"S2R R0, SR_TID.X", "ISETP.EQ.U32.AND P0, PT, R0, 0x25, PT",
                             "BAR.RED.OR.DEFER_BLOCKING 0x0, P0", "B2R.RESULT RZ, P1",
                             "BAR.RED.OR.DEFER_BLOCKING 0x0, !PT", "B2R.RESULT RZ, P2",
                             "MOV R3, RZ", "@P1 VIADD R3, R3, 0x1", "@P2 VIADD R3, R3, 0x2"}));
  EXPECT_EQ(run(program, 2, 64, 128).words, std::vector<std::uint32_t>(128, 1));
}

TEST(GpuModel, FourWordsMoveAtOnce) {
  // Words 4n to 4n + 3 of the first 128 go to shared memory, and from there to after the first 128.
  const Lines lines = {"S2R R0, SR_TID.X",
                       "LDC.64 R4, c[0x0][0x210]",
                       "SHF.L.U32 R1, R0, 0x4, RZ",
                       "IMAD.WIDE.U32 R4, R0, 0x10, R4",
                       "MOV R8, R0",
                       "VIADD R9, R0, 0x64",
                       "VIADD R10, R0, 0xc8",
                       "VIADD R11, R0, 0x12c",
                       "STG.E.128 desc[UR4][R4.64], R8",
                       "LDG.E.128 R8, desc[UR4][R4.64]",
                       "STS.128 [R1], R8",
                       "LDS.128 R8, [R1]",
                       "STG.E.128 desc[UR4][R4.64+0x200], R8",
                       "EXIT"};
  const Outcome out = run(program_of(lines, 16, 512), 1, 32, 256);
  for (std::uint32_t i = 0; i < 256; ++i) EXPECT_EQ(out.words[i], i % 128 / 4 + 100 * (i % 4));
  EXPECT_EQ(out.counts.loads, 1U);
}

TEST(GpuModel, AtomicsCountUpToABound) {
  const Program program =
      program_of({"LDC.64 R4, c[0x0][0x210]", "MOV R1, 0x3f",
                  "ATOMG.E.INC.STRONG.GPU PT, R3, desc[UR4][R4.64], R1", "EXIT"});
  EXPECT_EQ(run(program, 1, 64, 1).words[0], 0U) << "0x3f is the last, then it starts again";
  EXPECT_EQ(run(program, 1, 96, 1).words[0], 32U);
}

TEST(GpuModel, AtomicsAddUpOverTheGrid) {
  const Program program = program_of({"LDC.64 R4, c[0x0][0x210]", "MOV R1, 0x1",
                                      "ATOMG.E.ADD.STRONG.GPU PT, R2, desc[UR4][R4.64], R1",
                                      "REDG.E.MAX.STRONG.GPU desc[UR4][R4.64+0x4], R2", "EXIT"});
  const Outcome out = run(program, 300, 128, 2);
  EXPECT_EQ(out.words, (std::vector<std::uint32_t>{300 * 128, 300 * 128 - 1}));
  EXPECT_EQ(out.counts.atomics, 300U * 4 * 2);
  EXPECT_EQ(out.counts.atomic_lanes, 300U * 128 * 2);
}

std::uint32_t bits(float v) {
  return std::bit_cast<std::uint32_t>(v);
}

TEST(GpuModel, FloatsAreRoundedOnce) {
  EXPECT_EQ(warp_result({"MOV R0, 0x3f800000", "FADD R3, R0, 5.9604644775390625e-08"})[0], bits(1))
      << "half a unit goes to even";
  // (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24
  EXPECT_EQ(warp_result({"MOV R0, 0x3f800800", "FFMA R3, R0, R0, -1"})[0],
            bits(0x1p-11F + 0x1p-24F));
  EXPECT_EQ(warp_result({"MOV R0, 0x3f800000", "FADD R3, R0, -|R0|"})[0], 0U);
  EXPECT_EQ(warp_result({"MOV R0, 0x7f800000", "FADD R3, R0, -INF"})[0], 0x7FFFFFFFU);
  EXPECT_EQ(warp_result({"MOV R0, 0x40200000", "FADD.SAT R3, R0, R0"})[0], bits(1));
  EXPECT_EQ(warp_result({"MOV R0, 0x1", "FMUL.FTZ R3, R0, 1"})[0], 0U);
  EXPECT_EQ(warp_result({"MOV R0, 0x40600000", "F2I.TRUNC.NTZ R3, -R0"})[0], ~0U - 2) << "-3.5";
  EXPECT_EQ(warp_result({"HFMA2.MMA R3, -RZ, RZ, 1.875, -2"})[0], 0x3F80C000U);
}

TEST(GpuModel, HalvesBecomeFloatsAndBack) {
  const auto widened = [&](const std::string& halves, const std::string& which) {
    return warp_result({"MOV R0, " + halves, "HADD2.F32 R3, -RZ, R0.reuse." + which})[0];
  };
  EXPECT_EQ(widened("0x3c00c000", "H0_H0"), bits(-2));
  EXPECT_EQ(widened("0x3c00c000", "H1_H1"), bits(1));
  EXPECT_EQ(widened("0x8000", "H0_H0"), bits(-0.0F));
  EXPECT_EQ(widened("0x3", "H0_H0"), bits(0x3p-24F));
  EXPECT_EQ(widened("0x7bff", "H0_H0"), bits(65504));
  EXPECT_EQ(widened("0xfc00", "H0_H0"), 0xFF800000U);
  EXPECT_EQ(widened("0x7c01", "H0_H0"), 0x7FFFFFFFU);
  const auto packed = [&](const std::string& upper, const std::string& lower) {
    return warp_result(
        {"MOV R0, " + upper, "MOV R1, " + lower, "F2FP.F16.F32.PACK_AB R3, R0, R1"})[0];
  };
  EXPECT_EQ(packed("0x3f800000", "0xc0000000"), 0x3C00C000U);
  EXPECT_EQ(packed("0x3f801000", "0x3f803000"), 0x3C003C02U) << "ties to even";
  EXPECT_EQ(packed("0x477fefff", "0x477ff000"), 0x7BFF7C00U) << "65519.99, 65520";
  EXPECT_EQ(packed("0x7fffffff", "0x33000001"), 0x7FFF0001U) << "no number, above 2^-25";
}

TEST(GpuModel, IntegersHaveTwoWords) {
  // 0xFFFFFFFF x 0xFFFFFFFF = 0xFFFFFFFE00000001
  const Lines minus_one = {"MOV R0, 0xffffffff"};
  const auto with = [&](const std::string& line) {
    return warp_result({minus_one[0], line, "MOV R3, R7"})[0];
  };
  EXPECT_EQ(with("IMAD.WIDE.U32 R6, R0, R0, RZ"), 0xFFFFFFFEU);
  EXPECT_EQ(with("IMAD.WIDE R6, R0, R0, RZ"), 0U) << "(-1) x (-1)";
  EXPECT_EQ(warp_result({"MOV R0, 0xffffffff", "IADD3 R1, P0, R0, 0x1, RZ",
                         "IADD3.X R3, RZ, 0x5, RZ, P0, !PT"})[0],
            6U);
  EXPECT_EQ(warp_result({"MOV R0, 0xfffffff9", "IABS R3, R0"})[0], 7U);
  EXPECT_EQ(warp_result({"MOV R0, 0x80000000", "SHF.R.S32.HI R3, RZ, 0x4, R0"})[0], 0xF8000000U);
}

/// The message of the error that f() throws.
template <class F>
std::string error_of(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(GpuModel, WhatIsUnknownIsNamed) {
  const auto decoding = [](const std::string& line) {
    return error_of([&] { static_cast<void>(program_of({"NOP", line, "EXIT"})); });
  };
  EXPECT_NE(decoding("TEX.SCR R1, R2").find("'TEX.SCR R1, R2': an unknown instruction"),
            std::string::npos);
  EXPECT_NE(decoding("FADD.ODD R1, R2, R3").find("'ODD' is unknown of FADD"), std::string::npos);
  EXPECT_NE(decoding("S2R R1, SR_CLOCKLO").find("SR_CLOCKLO"), std::string::npos);
  EXPECT_NE(decoding("MOV R1, c[0x3][0x0]").find("c[0x3][0x0]"), std::string::npos);
}

TEST(GpuModel, AccessesBeyondMemoryAreFound) {
  const auto accessing = [](const std::string& line) {
    return error_of([&] {
      static_cast<void>(run(program_of({"LDC.64 R4, c[0x0][0x210]", line, "EXIT"}), 1, 32, 1024));
    });
  };
  EXPECT_EQ(accessing("LDG.E R1, desc[UR4][R4.64+0xffc]"), "nothing was thrown");
  EXPECT_NE(accessing("LDG.E R1, desc[UR4][R4.64+0x1000]").find("not memory"), std::string::npos);
  EXPECT_NE(accessing("STG.E desc[UR4][R4.64+-0x4], R1").find("not memory"), std::string::npos);
  EXPECT_NE(accessing("LDG.E R1, desc[UR4][R4.64+0x2]").find("not aligned"), std::string::npos);
  EXPECT_NE(accessing("LDS R1, [R2]").find("beyond the block's own"), std::string::npos);
}

/// Facts from NVIDIA's occupancy tables for compute capability 9.0: 65,536 registers, allocated to
/// warps in units of 256; 228 KiB of shared memory, of which each block reserves 1 KiB.
TEST(GpuModel, RegistersAndSharedMemoryLimitResidence) {
  const auto blocks = [](int registers, std::uint32_t threads, int shared = 0) {
    const Program program = program_of({"EXIT"}, registers, shared);
    return resident_blocks({&program, {}, 1, threads}, {});
  };
  EXPECT_EQ(blocks(32, 128), 16U);
  EXPECT_EQ(blocks(117, 128), 4U);
  EXPECT_EQ(blocks(156, 128), 3U);
  EXPECT_EQ(blocks(40, 1024), 1U);
  EXPECT_EQ(blocks(16, 32), 32U);
  EXPECT_EQ(blocks(32, 128, 48 << 10), 4U);
  EXPECT_EQ(blocks(32, 128, 37 << 10), 6U);
  EXPECT_EQ(blocks(32, 128, 7 << 10), 16U) << "registers are scarcer";
}

TEST(GpuModel, ALongChainTakesItsLatencies) {
  Lines lines(100, "FADD R3, R3, 1");
  const Outcome chain = run(program_of(then_store(lines)), 1, 32, 32);
  for (std::string& line : lines) line = "FADD R2, R1, 1";
  const Outcome apart = run(program_of(then_store(lines)), 1, 32, 32);
  EXPECT_GT(chain.counts.busy[0], apart.counts.busy[0] + 250);
  EXPECT_EQ(chain.words[0], bits(100));
}

/// A warp alone never waits for its turn; what it waits for is noted at the instruction that waits.
TEST(GpuModel, WaitsAreNotedByKind) {
  const Machine machine;
  const Lines lines = {"LDC.64 R4, c[0x0][0x210]", "LDG.E R1, desc[UR4][R4.64]", "FADD R2, R1, 1",
                       "FADD R3, R2, 1", "EXIT"};
  const LaunchCounts counts = run(program_of(lines), 1, 32, 32).counts;
  const auto waits = [&](std::size_t place) { return counts.profile.at(place).waits; };
  EXPECT_EQ(waits(2).memory, machine.l2_latency - 1) << "the load's answer";
  EXPECT_EQ(waits(2).dependence, 0U);
  EXPECT_GT(waits(3).dependence, 0U) << "the sum before";
  EXPECT_LT(waits(3).dependence, machine.shortest_memory_wait);
  EXPECT_EQ(waits(3).memory + waits(3).fetch, 0U);
  EXPECT_EQ(counts.waits().memory, waits(2).memory);
  EXPECT_EQ(counts.waits().issue, 0U);

  Lines long_code(17, "FADD R1, R2, 1");  // in three lines of the caches
  long_code.emplace_back("EXIT");
  const LaunchCounts fetched = run(program_of(long_code), 1, 32, 32).counts;
  EXPECT_EQ(fetched.profile.at(8).waits.fetch, machine.next_line_far);
  EXPECT_EQ(fetched.profile.at(16).waits.fetch, machine.next_line_far);
  EXPECT_EQ(fetched.profile.at(9).waits.fetch, 0U);
}

}  // namespace
}  // namespace overlace::gpu_model
