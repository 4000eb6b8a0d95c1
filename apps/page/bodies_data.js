// Bodies as arrays for the view: which corners their triangles have, and where vertices are.

// A value that was written as 0, -1, 1, -2, … in that order.
const unzigzag = (value) => value >>> 1 ^ -(value & 1);

// The corners of all triangles that are shown, and which triangles of the file those are (null: all, in order).
async function readTriangles(report, body) {
  if (body.points) return { chosen: null, corners: null };
  const reader = new Reader(await report.bytesOf(body.mesh));
  let chosen = null;
  if (body.chosen > 0) {
    chosen = new Uint32Array(body.chosen);
    for (let i = 0, last = 0; i < chosen.length; ++i) chosen[i] = last += reader.varint();
  }
  const corners = new Uint32Array(3 * body.shown_triangles);
  for (let i = 0, next = 0; i < corners.length; ++i) {
    const ago = reader.varint();
    corners[i] = ago === 0 ? next++ : next - ago;
  }
  return { chosen, corners };
}

// Cells of the grid, each as its difference to the one before.
function readCells(reader, count) {
  const cells = new Uint16Array(3 * count);
  for (let axis = 0; axis < 3; ++axis) {
    let last = 0;
    reader.shorts(count, (i, value) => { cells[3 * i + axis] = last = last + unzigzag(value) & 65535; });
  }
  return cells;
}

function placesOf(body, cells, places) {
  const [x, y, z] = body.low, [u, v, w] = body.step;
  for (let i = 0; i < cells.length; i += 3) {
    places[i] = x + cells[i] * u;
    places[i + 1] = y + cells[i + 1] * v;
    places[i + 2] = z + cells[i + 2] * w;
  }
  return places;
}

async function readBody(report, body) {
  const { chosen, corners } = await readTriangles(report, body);
  const places = new Float32Array(3 * body.shown_vertices);
  let radii = null;
  if (body.rest !== null) {
    const reader = new Reader(await report.bytesOf(body.rest));
    if (!body.moves) placesOf(body, readCells(reader, body.shown_vertices), places);
    if (body.points) radii = reader.floats(body.shown_vertices);
  }
  // Where a triangle of the file is among those that are shown.
  const shown = chosen && new Map(Array.from(chosen, (triangle, i) => [triangle, i]));
  return { ...body, corners, places, radii, placeOf: (triangle) => shown ? shown.get(triangle) : triangle };
}
