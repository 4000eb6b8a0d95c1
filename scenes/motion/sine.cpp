#include "scenes/motion/sine.h"

#include <cmath>

namespace tact::scenes {
namespace {

// Taylor series on [-pi/4, pi/4], where the first term left out is below 1e-17.
double sine_near_zero(double x) {
  const double q = x * x;
  double sum = 1;
  for (int n = 16; n >= 2; n -= 2) sum = 1 - q / (n * (n + 1)) * sum;
  return x * sum;
}

double cosine_near_zero(double x) {
  const double q = x * x;
  double sum = 1;
  for (int n = 17; n >= 1; n -= 2) sum = 1 - q / (n * (n + 1)) * sum;
  return sum;
}

double sine_of_quarters(double radians, int quarters) {
  const double turns = std::floor(radians / (pi / 2) + 0.5);
  const double remaining = radians - turns * (pi / 2);
  const auto quadrant = static_cast<int>(turns - 4 * std::floor(turns / 4)) + quarters;
  switch (quadrant % 4) {
    case 0:
      return sine_near_zero(remaining);
    case 1:
      return cosine_near_zero(remaining);
    case 2:
      return -sine_near_zero(remaining);
    default:
      return -cosine_near_zero(remaining);
  }
}

}  // namespace

double sine(double radians) { return sine_of_quarters(radians, 0); }
double cosine(double radians) { return sine_of_quarters(radians, 1); }

}  // namespace tact::scenes
