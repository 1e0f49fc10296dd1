import { Type } from 'typebox';

const choice = (description: string) => Type.Enum(['on', 'off'], { description });

const about = {
  key: Type.String({ description: 'The key of the category.' }),
  name: Type.String({ description: 'Its name in the language of the device.' }),
  description: Type.String({ description: 'Its description in that language; empty if it has none.' }),
  kind: Type.Enum(['marketing', 'service', 'transactional'], {
    description: 'What its messages are for; `transactional` ones cannot be turned off.',
  }),
};

export const preferencesQuery = Type.Object({
  language: Type.Optional(
    Type.String({
      description: 'Language of the texts, a BCP 47 tag. Categories without it use their first language.',
    }),
  ),
});

export const preferencesSchema = Type.Object(
  {
    choices: Type.Optional(
      Type.Record(Type.String(), choice('The choice.'), {
        description: 'The choice by category key. Omitted categories keep theirs.',
      }),
    ),
    all_marketing: Type.Optional(
      choice('`off`: nothing of kind `marketing` is sent, whatever the choices say, until it is `on` again.'),
    ),
  },
  { title: 'PreferenceChoices' },
);

export const preferencesAnswer = Type.Object(
  {
    preferences: Type.Array(
      Type.Object({ ...about, choice: choice('The choice that applies to this device, or the default.') }),
      { description: 'The listed categories.' },
    ),
    all_marketing: choice('`off`: nothing of kind `marketing` is sent.'),
    preferences_url: Type.Union([Type.String(), Type.Null()], {
      description: 'The hosted page for the same choices; null if the service has no public address.',
    }),
  },
  { title: 'Preferences' },
);

export const categoriesAnswer = Type.Object(
  {
    categories: Type.Array(
      Type.Object({
        ...about,
        android_channel: Type.Union([Type.String(), Type.Null()], {
          description: "Android's notification channel of its messages.",
        }),
      }),
      { description: 'The listed categories of the account.' },
    ),
  },
  { title: 'Categories' },
);
