#pragma once
// Sine and cosine from additions and multiplications only: the C library's differ in the last bit
// from one platform to the next, and scenes are the same everywhere.
namespace tact::scenes {

inline constexpr double pi = 3.14159265358979323846;

/// Sine and cosine of `radians`, to about 1e-15 for angles up to a few thousand turns.
double sine(double radians);
double cosine(double radians);

}  // namespace tact::scenes
