import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';
import type { PushInput } from '../inputs/push-input.js';

export const toPushInput = ({ defaultLang, translations }: PushInput): ServiceInput => ({
  defaultLang,
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
