// Where bodies stand in a frame. Frames come in groups that are unpacked together; a few of these are kept.
function makeMotion(report) {
  const unpacked = new Map(); // group -> promise of its frames
  const most = 4;

  // What one body did in a frame: the cells of its vertices, after those of the two frames before.
  function readMotion(reader, count, last, before) {
    const expected = reader.byte();
    if (expected === 0) return readCells(reader, count);
    const cells = new Uint16Array(3 * count);
    for (let axis = 0; axis < 3; ++axis) {
      reader.shorts(count, (i, value) => {
        const k = 3 * i + axis;
        const guess = expected === 1 ? last[k] : 2 * last[k] - before[k];
        cells[k] = guess + unzigzag(value) & 65535;
      });
    }
    return cells;
  }

  async function unpack(group) {
    const reader = new Reader(await report.bytesOf(group.block));
    const frames = [];
    for (let f = 0; f < group.count; ++f) {
      frames.push(report.bodies.map((body, i) => body.moves
        ? readMotion(reader, body.shown_vertices, frames[f - 1]?.[i], frames[f - 2]?.[i])
        : reader.floats(12)));
    }
    return frames;
  }

  function framesOf(number) {
    let frames = unpacked.get(number);
    unpacked.delete(number);
    frames ??= unpack(report.groups[number]);
    unpacked.set(number, frames); // the last one asked for stands last
    if (unpacked.size > most) unpacked.delete(unpacked.keys().next().value);
    return frames;
  }

  const groupOf = (kept) => report.groups.findIndex((group) => kept < group.first + group.count);
  return {
    // By body: cells of one that moves, else its pose.
    async at(kept) {
      const number = groupOf(kept);
      return (await framesOf(number))[kept - report.groups[number].first];
    },
    // While it plays, what comes next is unpacked ahead.
    prepare(kept) {
      const number = groupOf(kept);
      if (number + 1 < report.groups.length) framesOf(number + 1);
    },
  };
}
