import { useMemo, useState } from 'react';
import { ComposerTagsDocument, SegmentFiltersDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import type { ChipOption } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { COUNTRY_CODES, LANGUAGE_CODES } from '../composer/languages.js';
import { useAttributeDefinitions } from '../users/definitions.js';
import type { ListKind, TypeOf } from './tree.js';

/** The options of the fields of conditions. */
export interface SegmentOptions {
  readonly lists: Readonly<Record<ListKind, readonly ChipOption[]>>;
  readonly events: readonly ChipOption[];
  readonly attributes: readonly ChipOption[];
  readonly typeOf: TypeOf;
  readonly searchTags: (text: string) => void;
}

/** The platforms that the SDKs report. Others can be typed. */
const PLATFORMS = ['android', 'ios', 'web'].map((id) => ({ id, name: id }));
const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id }));

/** Tags are searched while the user types. */
export const useSegmentOptions = (): SegmentOptions => {
  const { t, format } = useTranslation();
  const nameOfEvent = useEventName();
  const definitions = useAttributeDefinitions();
  const { data } = usePageQuery(SegmentFiltersDocument, {});
  const [typed, searchTags] = useState('');
  const search = useDebounced(typed.trim());
  const { data: tags } = usePageQuery(ComposerTagsDocument, { search });
  const country = useMemo(() => COUNTRY_CODES.map((id) => ({ id, name: format.country(id), about: id })), [format]);
  const language = useMemo(() => LANGUAGE_CODES.map((id) => ({ id, name: format.language(id), about: id })), [format]);
  return {
    lists: {
      country,
      language,
      tag: (tags?.tags.nodes ?? []).map(({ name }) => ({ id: name, name })),
      tagGroup: data?.tagGroups.nodes ?? [],
      app: (data?.apps.nodes ?? []).map(({ id, name, pushProvider }) => ({
        id,
        name,
        about: t(`provider.${pushProvider}`),
      })),
      platform: PLATFORMS,
      timeZone: TIME_ZONES,
    },
    events: (data?.customEvents.nodes ?? []).map((event) => ({
      id: event.code,
      name: nameOfEvent(event),
      about: event.code,
    })),
    attributes: definitions.map(({ key, type }) => ({ id: key, name: key, about: t(`attributes.type.${type}`) })),
    typeOf: (name) => definitions.find(({ key }) => key === name)?.type,
    searchTags,
  };
};
