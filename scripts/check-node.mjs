// The first import of whatever `npm` starts: reports an old Node.js in one sentence, before anything else fails. It
// uses no syntax and no import that an old version lacks.
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
