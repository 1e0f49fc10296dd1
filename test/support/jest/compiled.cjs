const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { fileURLToPath } = require('node:url');
const { transformSync } = require('@swc/core');

const FOLDER = join(__dirname, '../../../node_modules/.cache/pushgraph-tests');
const OPTIONS = {
  configFile: false,
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'nodenext' },
  sourceMaps: true,
};

mkdirSync(FOLDER, { recursive: true });

/** A file's TypeScript as JavaScript, from the last time if neither it nor the options have changed. */
exports.compile = (path) => {
  const source = readFileSync(path, 'utf8');
  const kept = placeOf(path, source);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code, map } = transformSync(source, { ...OPTIONS, filename: path });
  keep(`${kept}.map`, map);
  keep(kept, code);
  return code;
};

/** Where the source map of a compiled file lies. @param frame a path or address, as stack frames have them */
exports.sourceMapOf = (frame) => {
  const path = frame.startsWith('file:') ? fileURLToPath(frame) : frame;
  if (!path.endsWith('.ts') || !existsSync(path)) return null;
  return `${placeOf(path, readFileSync(path, 'utf8'))}.map`;
};

const placeOf = (path, source) => {
  const key = createHash('sha256').update(JSON.stringify(OPTIONS)).update(path).update(source).digest('hex');
  return join(FOLDER, `${key}.js`);
};

/** Whole or not at all: another worker may read it meanwhile. */
const keep = (place, text) => {
  const unfinished = `${place}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, place);
};
