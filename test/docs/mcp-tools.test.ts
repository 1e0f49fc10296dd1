import { expect, test } from '@jest/globals';
import { TOOLS } from '../../src/mcp/tools/index.js';
import { readRepositoryFile } from '../support/repository.js';

test('the page of the MCP server lists every tool with the description that assistants get', () => {
  const rows = TOOLS.map(({ name, scope, description }) => `| \`${name}\` | \`${scope}\` | ${description} |`);
  const page = readRepositoryFile('docs/mcp.md');
  const listed = page.split('\n').filter((line) => /^\| `[a-z_]+` \| `(?:read|draft)` \|/.test(line));
  expect(listed).toEqual(rows);
});
