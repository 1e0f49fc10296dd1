import { Type } from 'typebox';
import { PROVIDER_VALUES } from '../../schema/provider-hint.js';
import { defineTool } from '../tool.js';
import { choices, PAGE_INFO, page, text, toWhere } from './arguments.js';

export const listApplications = defineTool({
  name: 'list_applications',
  title: 'List applications',
  description:
    'Lists the applications with their health: whether credentials work, whether sending is paused and why, and the number of devices.',
  scope: 'read',
  input: Type.Object({
    ...page(50),
    nameContains: Type.Optional(text('Part of the name.')),
    archived: Type.Optional(Type.Boolean({ description: 'Only archived applications, or only others.' })),
    pushProvider: Type.Optional(choices(PROVIDER_VALUES, 'Only applications of these providers.')),
  }),
  document: `query ListApplications($first: Int, $after: String, $where: AppWhereInput) {
    apps(first: $first, after: $after, where: $where) {
      totalCount
      nodes {
        id name pushProvider ready archived credentialStatus deviceCount
        pausedSince pausedUntil pauseReasonCode pauseReason pauseAdvice
      }
      ${PAGE_INFO}
    }
  }`,
  toVariables: toWhere,
});
