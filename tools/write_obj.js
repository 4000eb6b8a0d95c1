// Writes a mesh that an npm package exports as positions and cells into an OBJ file, complete or not
// at all. Usage: node write_obj.js PACKAGE FILE
const fs = require('fs');
const [, , name, file] = process.argv;
const mesh = require(name);
const lines = mesh.positions.map((p) => 'v ' + p.join(' '));
for (const cell of mesh.cells) lines.push('f ' + cell.map((i) => i + 1).join(' '));
fs.writeFileSync(file + '.part', lines.join('\n') + '\n');
fs.renameSync(file + '.part', file);
