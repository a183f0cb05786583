// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of power-of-two sizes, several at once.
#pragma once

#include <cstddef>
#include <vector>

namespace overlace {

/// Complex numbers, with real and imaginary parts in separate arrays.
template <class Real>
struct ComplexParts {
  std::vector<Real> re, im;

  void resize(std::size_t count) {
    re.resize(count);
    im.resize(count);
  }
};

/// X[k] = sum over t of x[t] exp(-2 pi i k t / points), by Stockham's algorithm: radix 4, a final
/// radix-2 step for odd powers, frequencies in natural order (Van Loan 1992, 1.7).
///
/// `lanes` transforms are interleaved: point p of lane l is at p x lanes + l. All of them take the
/// same steps, so a lane's bits depend neither on the other lanes nor on the instruction set. Real
/// is float or double; any number of threads may use an object.
template <class Real>
class Fft {
 public:
  /// Transforms of 2^log2_points points; log2_points is 0 to 24, lanes at least 1.
  Fft(int log2_points, int lanes);

  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }

  /// Transforms `data`, which has points x lanes numbers; `spare` is overwritten.
  void forward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const;
  /// The inverse transform, times `points`.
  void backward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const;

 private:
  struct Twiddle {
    Real re, im;
  };

  std::size_t points_, lanes_;
  std::vector<Twiddle> twiddles_;  ///< exp(-2 pi i k / points), k up to 3/4 of the points
};

extern template class Fft<float>;
extern template class Fft<double>;

}  // namespace overlace
