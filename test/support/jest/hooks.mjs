// Makes Node load the tests and the code under test: TypeScript from source, and jest's globals from the file next to
// this one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compiled from './compiled.cjs';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

export const resolve = (specifier, context, next) => {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  // Our own packages load from source, so they need not be built.
  if (specifier.startsWith('@pushgraph/'))
    return next(specifier, { ...context, conditions: [...context.conditions, 'pushgraph-source'] });
  const source = context.parentURL?.endsWith('.ts') ? sourceOf(specifier, context.parentURL) : null;
  return source ? { url: source, format: 'module', shortCircuit: true } : next(specifier, context);
};

export const load = (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled.compile(fileURLToPath(url)), shortCircuit: true };
};

/** Imports name the compiled file: `./x.js` means `./x.ts`. */
const sourceOf = (specifier, parent) => {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return null;
  const url = new URL(`${specifier.slice(0, -3)}.ts`, parent);
  return existsSync(url) ? url.href : null;
};
