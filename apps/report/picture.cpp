#include "apps/report/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "apps/report/escape.h"

namespace tact::report {
namespace {

constexpr int columns = 400;
constexpr int rows = 250;
constexpr int shades = 6;
// Of the page, by the number of a body; the last one is for what touches.
constexpr std::array<std::array<int, 3>, 8> colours{{{86, 137, 201},
                                                     {63, 160, 138},
                                                     {150, 123, 196},
                                                     {176, 141, 72},
                                                     {92, 152, 104},
                                                     {190, 118, 150},
                                                     {118, 130, 145},
                                                     {226, 72, 45}}};
constexpr int touching_colour = 7;

// Looks down a little, past a corner: where the page looks from at first.
struct View {
  Vec3 right{0.8660254037844386, 0.5, 0};
  Vec3 up{-0.21130913087034972, 0.36599815077066683, 0.9063077870366499};
  Vec3 towards{0.45315389351832497, -0.7848855672213958, 0.42261826174069944};
};

struct Cell {
  float depth = -std::numeric_limits<float>::infinity();
  std::int16_t colour = -1;  // body colour · shades + shade
};

class Canvas {
 public:
  explicit Canvas(const Extent& seen) : cells_(std::size_t{columns} * rows) {
    const double scale =
        std::max((seen.hi.x - seen.lo.x) / (columns - 12), (seen.hi.y - seen.lo.y) / (rows - 12));
    scale_ = scale > 0 ? 1 / scale : 1;
    middle_ = seen.lo * 0.5 + seen.hi * 0.5;
  }

  /// Corners in the view: x to the right, y up, z towards the eye.
  void draw(const Triangle& corners, int colour, double lift) {
    Vec3 p[3];
    for (int i = 0; i < 3; ++i) p[i] = cell_of(corners[static_cast<std::size_t>(i)]);
    const Vec3 normal = cross(p[1] - p[0], p[2] - p[0]);
    const double facing = std::abs(normal.z) / std::max(length(normal), 1e-300);
    const int shade = std::clamp(static_cast<int>(facing * shades), 0, shades - 1);
    const auto code = static_cast<std::int16_t>(colour * shades + shade);
    const int left = std::max(0, static_cast<int>(std::floor(std::min({p[0].x, p[1].x, p[2].x}))));
    const int right = std::min(columns - 1, static_cast<int>(std::max({p[0].x, p[1].x, p[2].x})));
    const int top = std::max(0, static_cast<int>(std::floor(std::min({p[0].y, p[1].y, p[2].y}))));
    const int bottom = std::min(rows - 1, static_cast<int>(std::max({p[0].y, p[1].y, p[2].y})));
    bool any = false;
    for (int y = top; y <= bottom; ++y) {
      for (int x = left; x <= right; ++x) any = fill(p, normal.z, x, y, code, lift) || any;
    }
    // What falls between the cells is there all the same.
    const Vec3 at = (p[0] + p[1] + p[2]) * (1.0 / 3);
    if (!any) put(static_cast<int>(at.x), static_cast<int>(at.y), at.z + lift, code);
  }

  /// A mark of a few cells, above all else.
  void mark(const Vec3& point, int colour) {
    const Vec3 p = cell_of(point);
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        put(static_cast<int>(p.x) + x, static_cast<int>(p.y) + y, 1e30,
            static_cast<std::int16_t>(colour * shades + shades - 1));
      }
    }
  }

  /// Rows of cells of one colour as strokes.
  std::string paths() const {
    std::map<int, std::string> strokes;
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns;) {
        const int colour = cells_[index(x, y)].colour;
        int end = x;
        while (end < columns && cells_[index(end, y)].colour == colour) ++end;
        if (colour >= 0) strokes[colour] += fmt::format("M{} {}.5h{}", x, y, end - x);
        x = end;
      }
    }
    std::string out;
    for (const auto& [colour, d] : strokes) {
      const auto& c = colours[static_cast<std::size_t>(colour / shades)];
      const double light = 0.55 + 0.5 * (colour % shades) / (shades - 1);
      const auto part = [&](int i) {
        return std::min(255, static_cast<int>(c[static_cast<std::size_t>(i)] * light));
      };
      out += fmt::format("<path stroke=\"#{:02x}{:02x}{:02x}\" d=\"{}\"/>\n", part(0), part(1),
                         part(2), d);
    }
    return out;
  }

 private:
  static std::size_t index(int x, int y) {
    return static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x);
  }
  Vec3 cell_of(const Vec3& p) const {
    return {columns / 2.0 + (p.x - middle_.x) * scale_, rows / 2.0 - (p.y - middle_.y) * scale_,
            (p.z - middle_.z) * scale_};
  }
  void put(int x, int y, double depth, std::int16_t colour) {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return;
    Cell& cell = cells_[index(x, y)];
    if (!(depth > static_cast<double>(cell.depth))) return;
    cell = {static_cast<float>(depth), colour};
  }
  bool fill(const Vec3 (&p)[3], double area, int x, int y, std::int16_t colour, double lift) {
    const double u = x + 0.5;
    const double v = y + 0.5;
    double depth = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3& q = p[(i + 1) % 3];
      const Vec3& r = p[(i + 2) % 3];
      const double share = ((q.x - u) * (r.y - v) - (q.y - v) * (r.x - u)) / area;
      if (!(share >= 0)) return false;
      depth += share * p[i].z;
    }
    put(x, y, depth + lift, colour);
    return true;
  }

  double scale_ = 1;
  Vec3 middle_;
  std::vector<Cell> cells_;
};

// Positions of a body as the moment has them, in the view.
std::vector<Vec3> seen_positions(const Recording& recording, const Moment& moment, std::size_t i) {
  const Body& body = recording.bodies()[i];
  const View view;
  const Coordinates own{recording.middle(i), recording.coordinates().scale};
  std::vector<Vec3> list(body.moves ? moment.positions[i].size() / 3 : body.mesh.positions.size());
  for (std::size_t v = 0; v < list.size(); ++v) {
    Vec3 p;
    if (body.moves) {
      const float* const at = moment.positions[i].data() + 3 * v;
      p = {at[0], at[1], at[2]};
    } else {
      const Vec3 q = own.in(body.mesh.positions[v]);
      const auto& m = moment.poses[i];
      p = {m[0] * q.x + m[1] * q.y + m[2] * q.z + m[3], m[4] * q.x + m[5] * q.y + m[6] * q.z + m[7],
           m[8] * q.x + m[9] * q.y + m[10] * q.z + m[11]};
    }
    list[v] = {dot(p, view.right), dot(p, view.up), dot(p, view.towards)};
  }
  return list;
}

void draw_body(Canvas& canvas, const Body& body, const std::vector<Vec3>& at,
               const std::vector<std::uint32_t>& touching, int colour) {
  std::size_t next = 0;  // in touching, which is sorted
  const std::size_t count = body.points ? at.size() : body.mesh.triangles.size();
  for (std::size_t t = 0; t < count; ++t) {
    const bool touches = next < touching.size() && touching[next] == t;
    next += touches ? 1 : 0;
    const int colour_here = touches ? touching_colour : colour;
    // What touches is often just below a surface, where nobody would see it.
    const double lift = touches ? 4 : 0;
    if (body.points) {
      canvas.draw({at[t], at[t], at[t]}, colour_here, lift);
      continue;
    }
    const auto corners = body.mesh.triangles[t];
    canvas.draw({at[corners[0]], at[corners[1]], at[corners[2]]}, colour_here, lift);
  }
}

}  // namespace

std::string picture_of(const Recording& recording, const Moment& moment,
                       const std::string& describes) {
  std::vector<std::vector<Vec3>> seen;
  Extent extent;
  for (std::size_t i = 0; i < recording.bodies().size(); ++i) {
    seen.push_back(seen_positions(recording, moment, i));
    for (const Vec3& p : seen.back()) extent.add(p);
  }
  if (extent.empty()) extent.add(Vec3{});
  Canvas canvas(extent);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    draw_body(canvas, recording.bodies()[i], seen[i], moment.touching[i],
              static_cast<int>(i % touching_colour));
  }
  const View view;
  for (const Row& row : moment.deepest) {
    const Segment& s = row.contact.segment;
    const Vec3 p = recording.coordinates().in(s.from * 0.5 + s.to * 0.5);
    canvas.mark({dot(p, view.right), dot(p, view.up), dot(p, view.towards)}, touching_colour);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "shape-rendering=\"crispEdges\" fill=\"none\" stroke-width=\"1.02\">\n<title>{}</title>\n{}"
      "</svg>",
      columns, rows, escaped(describes), canvas.paths());
}

}  // namespace tact::report
