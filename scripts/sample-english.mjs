// Prints 50 random comments and 30 random paragraphs of the documentation, so that anybody can judge the English.
// `npm run sample:english -- [--seed 1] [--comments 50] [--paragraphs 30] [PATH…]`: the same seed and sources give the
// same sample. Paths restrict both to what lies below them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    comments: { type: 'string', default: '50' },
    paragraphs: { type: 'string', default: '30' },
  },
});

const SOURCE = /\.(?:[cm]?[jt]s|tsx)$/;
const IGNORED = /^web\/console\/graph\/generated\/|^CHANGELOG\.md$|^src\/migrations\//;

const main = () => {
  const files = execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const kept = files.filter((file) => !IGNORED.test(file)).sort();
  const random = randomFrom(Number(values.seed));
  const comments = kept.filter((file) => SOURCE.test(file)).flatMap(commentsOf);
  const paragraphs = kept.filter((file) => file.endsWith('.md')).flatMap(paragraphsOf);
  print('Comments', comments, pick(comments, Number(values.comments), random));
  print('Paragraphs', paragraphs, pick(paragraphs, Number(values.paragraphs), random));
};

/** Consecutive comment lines count as one comment. */
const commentsOf = (file) => {
  const found = [];
  let last = null;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, text] = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)\s*(?:\*\/)?$/.exec(line) ?? [];
    if (!text || /^(?:@ts-|biome-ignore|eslint)/.test(text)) {
      if (text === undefined) last = null;
    } else if (last) last.text += ` ${text}`;
    else {
      last = { at: `${file}:${index + 1}`, text };
      found.push(last);
    }
  }
  return found;
};

/** Only prose: no code, headings, tables or bare links. A list item is a paragraph. */
const paragraphsOf = (file) => {
  const found = [];
  let isCode = false;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && /^\s*(?:[-*]|\d+\.)?\s*[^\s|#<!]/.test(line) && line.split(' ').length >= 8) {
      found.push({ at: `${file}:${index + 1}`, text: line.trim() });
    }
  }
  return found;
};

/** Picks without repetition. */
const pick = (all, count, random) => {
  const left = [...all];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0],
  );
};

/** Mulberry32: numbers in [0, 1) that depend only on the seed. */
const randomFrom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const print = (title, all, chosen) => {
  process.stdout.write(`${title}: ${chosen.length} of ${all.length}, seed ${values.seed}\n\n`);
  for (const { at, text } of chosen) process.stdout.write(`${at}\n  ${text}\n\n`);
};

process.stdout.on('error', () => process.exit(0)); // The reader has seen enough: `| head`.
main();
