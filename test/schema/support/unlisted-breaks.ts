import { buildSchema, findBreakingChanges } from 'graphql';

/** Breaking changes from one schema to the next that the changelog does not name in the words of graphql-js. */
export const unlistedBreaks = ({
  before,
  after,
  changelog,
}: {
  readonly before: string;
  readonly after: string;
  readonly changelog: string;
}): string[] => {
  const lines = new Set(changelog.split('\n').map((line) => line.replace(/^[-*]\s+/, '').trim()));
  const changes = findBreakingChanges(buildSchema(before), buildSchema(after));
  return changes.map(({ description }) => description).filter((description) => !lines.has(description));
};
