import { type Static, Type } from 'typebox';
import { defineTool, type ToolData } from '../tool.js';
import { choice, id, ids, PAGE_INFO, page, text, texts, toWhere } from './arguments.js';

const Text = Type.Object({
  language: text('Language, such as en.', 35),
  title: text('Title; may be a Liquid template.', 10_000),
  text: text('Text; may be a Liquid template.', 10_000),
  subtitle: Type.Optional(text('Subtitle.', 10_000)),
  link: Type.Optional(text('Address that a tap opens.', 2_048)),
  image: Type.Optional(text('Address of an image.', 2_048)),
});

/** A part of the state of the console's composer, which fills in everything else. */
const Content = {
  messages: Type.Array(
    Type.Object({
      defaultLang: text('Language of devices without a translation. `texts` must contain it.', 35),
      texts: Type.Array(Text, { minItems: 1, maxItems: 50, description: 'The message in each language.' }),
      categoryId: Type.Optional(id('Id of a category.')),
    }),
    { minItems: 1, maxItems: 20, description: 'Each device gets all of them, in this order.' },
  ),
  audience: Type.Optional(
    Type.Object(
      {
        appIds: Type.Optional(ids('Ids of applications; all applications if neither these nor groups are given.')),
        groupIds: Type.Optional(ids('Ids of application groups.')),
        countries: Type.Optional(texts('Only these countries, such as DE.')),
        languages: Type.Optional(texts('Only these languages, such as pt-BR.')),
        tags: Type.Optional(texts('Only devices with one of these tags.')),
        exceptTags: Type.Optional(texts('No devices with one of these tags.')),
        segmentIds: Type.Optional(ids('Ids of segments: only their devices.')),
        exceptSegmentIds: Type.Optional(ids('Ids of segments: none of their devices.')),
        events: Type.Optional(texts('Codes of events. With AFTER_EVENT, they start the campaign.')),
      },
      { description: 'Who gets the messages.' },
    ),
  ),
  when: Type.Optional(
    Type.Object(
      {
        kind: choice(['NOW', 'ONCE', 'WEEKLY', 'AFTER_EVENT'], 'NOW: once a person starts it.'),
        date: Type.Optional(text('Day for ONCE, as YYYY-MM-DD.', 10)),
        time: Type.Optional(text('Time for ONCE, as HH:MM.', 5)),
        localTime: Type.Optional(Type.Boolean({ description: 'Uses the time zone of each device.' })),
        timeZone: Type.Optional(text('Time zone, such as Europe/Berlin.', 64)),
        weekly: Type.Optional(
          Type.Array(
            Type.Object({
              day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
              time: text('Time, as HH:MM.', 5),
            }),
            { maxItems: 50, description: 'Times for WEEKLY.' },
          ),
        ),
      },
      { description: 'The proposed time. A person confirms it.' },
    ),
  ),
};

const Draft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the campaign.' }),
  ...Content,
});

const SAVED = 'draft { id name version updatedAt } userErrors { code field message }';

/** Returns the variables of `draftSave`. */
const toDraft = ({ name, messages, audience = {}, when }: Static<typeof Draft>) => {
  const { appIds = [], groupIds = [] } = audience;
  const allApps = appIds.length + groupIds.length === 0;
  return { name, content: { name, messages, audience: { ...audience, allApps }, ...(when ? { when } : {}) } };
};

/** Adds the page of the console where a person reviews and sends the draft. */
const withLink = (data: ToolData, origin: string): ToolData => {
  const { draft } = data.draftSave as { readonly draft: { readonly id: string } | null };
  return draft === null ? data : { ...data, reviewUrl: linkTo(draft.id, origin) };
};

const linkTo = (draftId: string, origin: string): string =>
  `${origin}/console/campaigns/new?draft=${encodeURIComponent(draftId)}`;

export const createDraft = defineTool({
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Saves a new draft of a campaign. It sends nothing: a person opens `reviewUrl` in the console, reviews the draft and sends it.',
  scope: 'draft',
  input: Draft,
  document: `mutation CreateDraft($name: String!, $content: JSONObject!) {
    draftSave(name: $name, content: $content) { ${SAVED} }
  }`,
  toVariables: toDraft,
  toData: withLink,
});

export const updateDraft = defineTool({
  name: 'update_draft',
  title: 'Replace a draft',
  description:
    'Replaces the whole content of a draft that was saved last by these tools with the same key or member. Other drafts stay as they are. It sends nothing.',
  scope: 'draft',
  isDestructive: true,
  input: Type.Object({
    id: id('Id of the draft.'),
    version: Type.Integer({ minimum: 1, description: 'The version that you have read.' }),
    ...Draft.properties,
  }),
  document: `mutation UpdateDraft($id: ID!, $version: Int!, $name: String!, $content: JSONObject!) {
    draftSave(id: $id, version: $version, name: $name, content: $content) { ${SAVED} }
  }`,
  toVariables: ({ id: draftId, version, ...draft }) => ({ id: draftId, version, ...toDraft(draft) }),
  toData: withLink,
});

export const listDrafts = defineTool({
  name: 'list_drafts',
  title: 'List drafts',
  description: 'Lists unfinished campaigns, most recently saved first, without their content.',
  scope: 'read',
  input: Type.Object({ ...page(50), nameContains: Type.Optional(text('Part of the name.')) }),
  document: `query ListDrafts($first: Int, $after: String, $where: CampaignDraftWhereInput) {
    drafts(first: $first, after: $after, where: $where) { nodes { id name version updatedAt } ${PAGE_INFO} }
  }`,
  toVariables: toWhere,
});

export const getDraft = defineTool({
  name: 'get_draft',
  title: 'Read a draft',
  description: 'Reads a draft with its content.',
  scope: 'read',
  input: Type.Object({ id: id('Id of the draft.') }),
  document: `query GetDraft($id: ID!) {
    node(id: $id) { ... on CampaignDraft { id name version content createdAt updatedAt } }
  }`,
});
