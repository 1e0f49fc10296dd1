import { Type } from 'typebox';
import { defineTool } from '../tool.js';
import { id, ids, text, texts } from './arguments.js';

const IncludeExclude = Type.Object({
  include: Type.Optional(texts('Only devices with one of these.')),
  exclude: Type.Optional(texts('No devices with one of these.')),
});

export const estimateAudience = defineTool({
  name: 'estimate_audience',
  title: 'Estimate an audience',
  description: 'Estimates how many devices filters reach now, and how many each filter leaves out. Creates nothing.',
  scope: 'read',
  input: Type.Object({
    audience: Type.Object({
      apps: Type.Object(
        {
          all: Type.Optional(Type.Boolean({ description: 'All applications.' })),
          appIds: Type.Optional(ids('Ids of applications.')),
          groupIds: Type.Optional(ids('Ids of application groups.')),
          exceptAppIds: Type.Optional(ids('Ids of applications to leave out.')),
        },
        { description: 'The applications. Give `all` or ids.' },
      ),
      countries: Type.Optional(IncludeExclude),
      languages: Type.Optional(IncludeExclude),
      tags: Type.Optional(IncludeExclude),
      segments: Type.Optional(IncludeExclude),
      events: Type.Optional(IncludeExclude),
    }),
    externalIds: Type.Optional(texts('Only devices of these users, by your own ids.')),
  }),
  document: `query EstimateAudience($audience: AudienceInput!, $externalIds: [String!]) {
    audienceEstimate(audience: $audience, externalIds: $externalIds) {
      estimate {
        reached exact marginOfError examined appCount
        byApp { app { id name } reached }
        byLanguage { language deviceCount }
        steps { step leftOut remaining }
      }
      userErrors { code field message }
    }
  }`,
});

export const previewMessage = defineTool({
  name: 'preview_message',
  title: 'Preview a message',
  description:
    'Shows how providers would show a message, with its size, its limits and warnings. Stores, sends and fetches nothing.',
  scope: 'read',
  input: Type.Object({
    push: Type.Object({
      defaultLang: text('Language of devices without a translation, such as en.', 35),
      translations: Type.Array(
        Type.Object({
          language: text('Language, such as en.', 35),
          title: text('Title; may be a Liquid template.', 10_000),
          text: text('Text; may be a Liquid template.', 10_000),
          subtitle: Type.Optional(text('Subtitle.', 10_000)),
          link: Type.Optional(text('Address that a tap opens.', 2_048)),
        }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    deviceId: Type.Optional(id('Id of a device: shows the message to it.')),
    externalUserId: Type.Optional(text('Your own id for a user: shows the message to the device seen last.')),
    language: Type.Optional(text('Shows this translation.', 35)),
  }),
  document: `query PreviewMessage($push: PushInput!, $deviceId: ID, $externalUserId: String, $language: LanguageTag) {
    messagePreview(push: $push, deviceId: $deviceId, externalUserId: $externalUserId, language: $language) {
      previews {
        provider language titleLength textLength size limit ignoredFields
        rendered { title subtitle text link }
        warnings { code field message }
      }
      userErrors { code field message }
    }
  }`,
});
