// The first import of whatever `npm` starts: says in one sentence that Node.js is too old, before anything else fails
// of it. For that it has no syntax and no import that an old one would not know.
const NEEDED = '20.19.0';

export const isTooOld = (version) => {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
};

if (isTooOld(process.versions.node)) {
  process.stderr.write(`pushgraph needs Node.js ${NEEDED} or later, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
