// SPDX-License-Identifier: Apache-2.0
// The Fourier transform against its definition in double precision, and Parseval's theorem.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "sound/fourier.h"

namespace overlace {
namespace {

constexpr int lanes = 3;

template <class Real>
ComplexParts<Real> noise(std::size_t numbers) {
  std::mt19937 random(7);
  std::normal_distribution<Real> normal;
  ComplexParts<Real> parts;
  parts.resize(numbers);
  for (Real& value : parts.re) value = normal(random);
  for (Real& value : parts.im) value = normal(random);
  return parts;
}

template <class Real>
std::complex<double> number(const ComplexParts<Real>& parts, std::size_t point, std::size_t lane) {
  return {parts.re[point * lanes + lane], parts.im[point * lanes + lane]};
}

/// The largest error over all frequencies and lanes, relative to the largest value.
template <class Real>
double error_of(int log2_points) {
  const Fft<Real> fft(log2_points, lanes);
  const std::size_t points = fft.points();
  const ComplexParts<Real> before = noise<Real>(points * lanes);
  ComplexParts<Real> after = before, spare;
  fft.forward(after, spare);
  double worst = 0, largest = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (std::size_t k = 0; k < points; ++k) {
      std::complex<double> sum;
      for (std::size_t t = 0; t < points; ++t) {
        const double turn = static_cast<double>(k * t % points) / static_cast<double>(points);
        sum += number(before, t, lane) * std::polar(1.0, -2 * M_PI * turn);
      }
      worst = std::max(worst, std::abs(sum - number(after, k, lane)));
      largest = std::max(largest, std::abs(sum));
    }
  return worst / largest;
}

TEST(Fft, IsTheDefinition) {
  for (int log2 = 0; log2 <= 10; ++log2) {
    EXPECT_LE(error_of<float>(log2), 3e-7) << log2;
    EXPECT_LE(error_of<double>(log2), 1e-14) << log2;
  }
}

TEST(Fft, TheWayBackGivesAllTimesThePoints) {
  const Fft<float> fft(11, lanes);
  const ComplexParts<float> before = noise<float>(2048 * lanes);
  ComplexParts<float> parts = before, spare;
  fft.forward(parts, spare);
  fft.backward(parts, spare);
  for (std::size_t i = 0; i < before.re.size(); ++i) {
    ASSERT_NEAR(parts.re[i] / 2048, before.re[i], 2e-6F);
    ASSERT_NEAR(parts.im[i] / 2048, before.im[i], 2e-6F);
  }
}

// Parseval: the energy of the spectrum is that of the points times their number.
TEST(Fft, KeepsEnergy) {
  const Fft<float> fft(13, 1);
  ComplexParts<float> parts = noise<float>(8192), spare;
  const auto energy = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < parts.re.size(); ++i)
      sum += std::norm(std::complex<double>(parts.re[i], parts.im[i]));
    return sum;
  };
  const double before = energy();
  fft.forward(parts, spare);
  EXPECT_NEAR(energy() / before / 8192, 1, 1e-6);
}

TEST(Fft, ALaneDoesNotDependOnTheOthers) {
  const Fft<float> together(9, lanes), alone(9, 1);
  ComplexParts<float> all = noise<float>(512 * lanes), one, spare;
  one.resize(512);
  for (std::size_t t = 0; t < 512; ++t) {
    one.re[t] = all.re[t * lanes + 1];
    one.im[t] = all.im[t * lanes + 1];
  }
  together.forward(all, spare);
  alone.forward(one, spare);
  for (std::size_t k = 0; k < 512; ++k) {
    ASSERT_EQ(one.re[k], all.re[k * lanes + 1]);
    ASSERT_EQ(one.im[k], all.im[k * lanes + 1]);
  }
}

}  // namespace
}  // namespace overlace
