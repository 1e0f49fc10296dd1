import type { PushInput } from '../../services/inputs/push-input.js';
import type { PushBody } from '../schemas/push-schemas.js';

export const toPushInput = ({ default_lang, translations }: PushBody): PushInput => ({
  defaultLang: default_lang,
  translations: translations.map(({ language, title, text, image, icon, link }) => ({
    language,
    title,
    text,
    // Forms send an empty field for none.
    image: image || null,
    icon: icon || null,
    link: link || null,
  })),
});
