import { buildSchema, findBreakingChanges } from 'graphql';

/**
 * Breaking changes between two schemas that the changelog does not list, in graphql-js's words. A type that is only
 * renamed appears once, as "`Old` is called `New`.", which covers every use.
 */
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
  const renamed = [...lines].reduce(renameType, before);
  const changes = findBreakingChanges(buildSchema(renamed), buildSchema(after));
  return changes.map(({ description }) => description).filter((description) => !lines.has(description));
};

const renameType = (sdl: string, line: string): string => {
  const [, old, now] = /^`([A-Z]\w*)` is called `([A-Z]\w*)`\.$/.exec(line) ?? [];
  return old && now ? sdl.replaceAll(new RegExp(`\\b${old}\\b`, 'g'), now) : sdl;
};
