// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of a power of two, several at once.
#pragma once

#include <cstddef>
#include <vector>

namespace overlace {

/// Complex numbers, their parts apart.
template <class Real>
struct ComplexParts {
  std::vector<Real> re, im;

  void resize(std::size_t count) {
    re.resize(count);
    im.resize(count);
  }
};

/// X[k] = sum over t of x[t] exp(-2 pi i k t / points), by Stockham's algorithm: radix 4, a last
/// step of radix 2 where the power is odd, frequencies in their order (Van Loan 1992, 1.7).
///
/// `lanes` transforms stand side by side: point p of lane l is at p x lanes + l. All of them take
/// the same steps, so that a lane's bits depend neither on the others nor on the instruction set.
/// Real is float or double; an object serves any number of threads.
template <class Real>
class Fft {
 public:
  /// Transforms of 2^log2_points points; log2_points is 0 to 24, lanes at least 1.
  Fft(int log2_points, int lanes);

  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }

  /// Transforms `data`, which has points x lanes numbers; `spare` is overwritten.
  void forward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const;
  /// The way back, times `points`.
  void backward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const;

 private:
  struct Twiddle {
    Real re, im;
  };

  std::size_t points_, lanes_;
  std::vector<Twiddle> twiddles_;  ///< exp(-2 pi i k / points), k to three quarters of the points
};

extern template class Fft<float>;
extern template class Fft<double>;

}  // namespace overlace
