#pragma once
// The smallest sphere around points.
#include <span>

#include "tact/bounds/sphere.h"

namespace tact {

/// Encloses every point, whatever was rounded; its radius is the smallest one within 10⁻⁹ of the
/// points' extent. Empty for no points. Costs a few passes over them (Gärtner's pivoting: the
/// farthest point joins the at most four that hold the sphere).
Sphere fit_sphere(std::span<const Vec3> points);

/// Encloses all spheres (not the smallest that does).
Sphere enclose(std::span<const Sphere> spheres);

}  // namespace tact
