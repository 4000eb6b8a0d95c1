// What the program wrote into the page: a description in JSON, and blocks of bytes as one text, each deflated.
const element = (id) => document.getElementById(id);

function readReport() {
  const report = JSON.parse(element("report").textContent);
  const offsets = [0];
  for (const length of report.blocks) offsets.push(offsets[offsets.length - 1] + length);
  let text = null; // read when it is first asked for
  report.bytesOf = async (block) => {
    text ??= element("blocks").textContent;
    const packed = atob(text.slice(offsets[block], offsets[block + 1]));
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = packed.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  return report;
}

// Reads what apps/report/bytes.h appends.
class Reader {
  constructor(bytes) { this.bytes = bytes; this.at = 0; }
  varint() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  signed() {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  byte() { return this.bytes[this.at++]; }
  // Values of 16 bits: all low bytes, then all high ones. Calls give(i, value).
  shorts(count, give) {
    const low = this.at, high = this.at + count, bytes = this.bytes;
    for (let i = 0; i < count; ++i) give(i, bytes[low + i] | bytes[high + i] << 8);
    this.at += 2 * count;
  }
  floats(count) {
    const words = new Uint32Array(count), bytes = this.bytes, at = this.at;
    for (let i = 0; i < count; ++i) {
      words[i] = bytes[at + i] | bytes[at + count + i] << 8 | bytes[at + 2 * count + i] << 16 | bytes[at + 3 * count + i] << 24;
    }
    this.at += 4 * count;
    return new Float32Array(words.buffer);
  }
}
