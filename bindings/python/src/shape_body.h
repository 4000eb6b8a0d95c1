#pragma once
// A body that keeps its shape, alone or as part of a simulation.

#include <optional>

#include "bindings/python/src/module.h"
#include "tact/deform/shape_body.h"

namespace tact::python {

struct PySimulation;

/// A simulation takes its bodies over: then `own` is empty, and the body is looked up where it
/// went.
struct PyShapeBody {
  explicit PyShapeBody(ShapeBody body) : own(std::move(body)) {}
  PyShapeBody(std::shared_ptr<PySimulation> of, std::uint32_t place)
      : home(std::move(of)), number(place) {}

  std::optional<ShapeBody> own;
  std::shared_ptr<PySimulation> home;
  std::uint32_t number = 0;
  Turns turns;

  /// Whose turns count.
  Turns& turns_of();
  ShapeBody& body();
};

}  // namespace tact::python
