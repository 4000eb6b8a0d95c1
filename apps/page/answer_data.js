// The answer of a frame: which primitives touch, and the list of contacts in columns.
const kindNames = ["crossing", "touching", "coplanar", "coincident", "near", "undescribed"];

function readAnswer(report, bytes) {
  const reader = new Reader(bytes);
  const touching = report.bodies.map(() => {
    const list = new Uint32Array(reader.varint());
    for (let i = 0, last = 0; i < list.length; ++i) list[i] = last += reader.varint();
    return list;
  });
  const count = reader.varint();
  const column = () => {
    const values = new Uint32Array(count);
    for (let i = 0, last = 0; i < count; ++i) values[i] = last += reader.signed();
    return values;
  };
  const contacts = { count, index: column(), bodyA: column(), bodyB: column(), a: column(), b: column() };
  contacts.kind = reader.bytes.slice(reader.at, reader.at + count);
  reader.at += count;
  contacts.depth = reader.floats(count);
  contacts.segments = new Float32Array(6 * count); // x y z of both ends
  for (let k = 0; k < 6; ++k) {
    const values = reader.floats(count);
    for (let i = 0; i < count; ++i) contacts.segments[6 * i + k] = values[i];
  }
  contacts.lengthOf = (i) => {
    const s = contacts.segments, k = 6 * i;
    return Math.hypot(s[k + 3] - s[k], s[k + 4] - s[k + 1], s[k + 5] - s[k + 2]);
  };
  contacts.middleOf = (i) => [0, 1, 2].map((k) => (contacts.segments[6 * i + k] + contacts.segments[6 * i + 3 + k]) / 2);
  return { touching, contacts };
}
