import { any } from '../../condition.js';
import { LANGUAGE, LANGUAGE_TAG, PRIMARY } from '../../filters/languages.js';
import { inList } from './in-list.js';

export const language = inList({
  name: 'language',
  description: 'The language of the device is one of a list. `pt` also matches `pt-BR`; `pt-BR` matches only itself.',
  input: 'SegmentLanguageInput',
  in: 'Any of these languages.',
  entries: LANGUAGE_TAG,
  noun: 'language',
  cost: 3,
  shownValue: (device) => device.language,
  compile: (values, { dialect }) => {
    const whole = values.filter((tag) => !tag.includes('-'));
    const same = dialect.among(LANGUAGE, values);
    return whole.length === 0 ? same : any([same, dialect.among(PRIMARY, whole)]);
  },
});
