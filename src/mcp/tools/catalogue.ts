import { Type } from 'typebox';
import { defineTool } from '../tool.js';
import { PAGE_INFO, page, text, toWhere } from './arguments.js';

export const listSegments = defineTool({
  name: 'list_segments',
  title: 'List segments',
  description: 'Lists the saved segments with their conditions.',
  scope: 'read',
  input: Type.Object({ ...page(50) }),
  document: `query ListSegments($first: Int, $after: String) {
    segments(first: $first, after: $after) { nodes { id name description tree updatedAt } ${PAGE_INFO} }
  }`,
});

export const listCategories = defineTool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the categories of messages, which people can turn on and off.',
  scope: 'read',
  input: Type.Object({ ...page(50) }),
  document: `query ListCategories($first: Int, $after: String) {
    categories(first: $first, after: $after) {
      nodes { id key kind default listed names { language text } descriptions { language text } }
      ${PAGE_INFO}
    }
  }`,
});

export const listTags = defineTool({
  name: 'list_tags',
  title: 'List tags',
  description: 'Lists the tags of devices with the number of devices, and the first 50 tag groups.',
  scope: 'read',
  input: Type.Object({ ...page(100), nameContains: Type.Optional(text('Part of the tag.')) }),
  document: `query ListTags($first: Int, $after: String, $where: TagWhereInput) {
    tags(first: $first, after: $after, where: $where) { nodes { id name deviceCount } ${PAGE_INFO} }
    tagGroups(first: 50) { nodes { id name tags } }
  }`,
  toVariables: toWhere,
});

export const listTemplates = defineTool({
  name: 'list_templates',
  title: 'List message templates',
  description: 'Lists messages saved for reuse, with their content.',
  scope: 'read',
  input: Type.Object({ ...page(20), nameContains: Type.Optional(text('Part of the name.')) }),
  document: `query ListTemplates($first: Int, $after: String, $where: MessageTemplateWhereInput) {
    messageTemplates(first: $first, after: $after, where: $where) { nodes { id name content updatedAt } ${PAGE_INFO} }
  }`,
  toVariables: toWhere,
});
