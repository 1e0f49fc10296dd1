import { type ComponentProps, useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { Link } from 'wouter';
import {
  type ComposerAppsQuery,
  ComposerFiltersDocument,
  ComposerTagsDocument,
  SegmentChoicesDocument,
  SegmentNamesDocument,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import type { MessageKey, Translate } from '../../i18n/catalogue/index.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { LinkButton } from '../../ui/button.js';
import { ChipsField } from '../../ui/chips-field.js';
import { useDebounced } from '../../ui/debounce.js';
import { ChoiceField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { COUNTRY_CODES, LANGUAGE_CODES } from './languages.js';
import { type Reach, ReachCard } from './reach.js';
import type { AudienceChoice, ComposerState } from './state.js';

interface AudienceStepProps {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly apps: ComposerAppsQuery | undefined;
  readonly reach: Reach;
}

export const AudienceStep = ({ state, onChange, apps, reach }: AudienceStepProps) => {
  const { t } = useTranslation();
  const { audience, when } = state;
  const set = (change: Partial<AudienceChoice>) => onChange({ ...state, audience: { ...audience, ...change } });
  const options = useOptions(apps);
  return (
    <div className="composer-columns">
      <div className="stack">
        <Card title={t('filter.apps')} lead={t('composer.appsLead')}>
          <Apps audience={audience} set={set} options={options} hasNone={apps?.apps.nodes.length === 0} />
        </Card>
        <Card title={t('nav.segments')} lead={t('composer.segmentsLead')}>
          <Segments audience={audience} set={set} />
        </Card>
        <Card title={t('composer.filters')} lead={t('composer.filtersLead')}>
          <Filters audience={audience} set={set} options={options} isAfterEvent={when.kind === 'AFTER_EVENT'} />
          {(when.kind === 'NOW' || when.kind === 'ONCE') && (
            <UserIds value={audience.externalIds} onChange={(externalIds) => set({ externalIds })} />
          )}
        </Card>
      </div>
      <aside className="composer-aside" aria-label={t('reach.title')}>
        <ReachCard reach={reach} />
      </aside>
    </div>
  );
};

/** The options of each field. Tags are searched while the user types. */
const useOptions = (apps: ComposerAppsQuery | undefined) => {
  const { t, format } = useTranslation();
  const nameOfEvent = useEventName();
  const { data: filters } = usePageQuery(ComposerFiltersDocument, {});
  const [typed, searchTags] = useState('');
  const search = useDebounced(typed.trim());
  const { data: tags } = usePageQuery(ComposerTagsDocument, { search });
  const countries = useMemo(() => COUNTRY_CODES.map((id) => ({ id, name: format.country(id), about: id })), [format]);
  const languages = useMemo(() => LANGUAGE_CODES.map((id) => ({ id, name: format.language(id), about: id })), [format]);
  const events = filters?.customEvents.nodes ?? [];
  return {
    apps: (apps?.apps.nodes ?? []).map(({ id, name, pushProvider }) => ({
      id,
      name,
      about: t(`provider.${pushProvider}`),
    })),
    appGroups: apps?.appGroups.nodes ?? [],
    countries,
    languages,
    tags: (tags?.tags.nodes ?? []).map(({ name }) => ({ id: name, name })),
    tagGroups: filters?.tagGroups.nodes ?? [],
    events: events.map((event) => ({ id: event.code, name: nameOfEvent(event), about: event.code })),
    searchTags,
  };
};

interface PartProps {
  readonly audience: AudienceChoice;
  readonly set: (change: Partial<AudienceChoice>) => void;
  readonly options: ReturnType<typeof useOptions>;
}

type ListName = {
  [Name in keyof AudienceChoice]: AudienceChoice[Name] extends readonly string[] ? Name : never;
}[keyof AudienceChoice];

const chipsOf =
  ({ audience, set }: PartProps, t: Translate) =>
  (
    name: ListName,
    label: MessageKey,
    props: Pick<ComponentProps<typeof ChipsField>, 'options'> & Partial<ComponentProps<typeof ChipsField>>,
  ) => <ChipsField label={t(label)} value={audience[name]} onChange={(next) => set({ [name]: next })} {...props} />;

const Apps = ({ hasNone, ...props }: PartProps & { readonly hasNone: boolean }) => {
  const { t } = useTranslation();
  const { audience, set, options } = props;
  const chips = chipsOf(props, t);
  const placeholder = t('composer.choose');
  return (
    <div className="stack">
      {hasNone && (
        <Banner
          kind="warn"
          title={t('composer.noApps')}
          action={
            <LinkButton href="/apps/new" size="small">
              {t('overview.first.appAction')}
            </LinkButton>
          }
        />
      )}
      <ChoiceField
        label={t('filter.apps')}
        isLabelHidden
        look="segments"
        value={audience.allApps ? 'all' : 'some'}
        onChange={(id) => set({ allApps: id === 'all' })}
        choices={[
          { id: 'all', name: t('composer.allApps') },
          { id: 'some', name: t('composer.someApps') },
        ]}
      />
      {!audience.allApps && (
        <>
          {chips('appIds', 'filter.apps', { options: options.apps, placeholder })}
          {options.appGroups.length > 0 &&
            chips('groupIds', 'filter.appGroups', { options: options.appGroups, placeholder })}
        </>
      )}
    </div>
  );
};

/** Saved audiences, in addition to the filters. */
const Segments = ({ audience, set }: Pick<PartProps, 'audience' | 'set'>) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data, isLoading } = usePageQuery(SegmentChoicesDocument, { search: search === '' ? null : search });
  const chosen = [...audience.segmentIds, ...audience.exceptSegmentIds];
  const named = usePageQuery(SegmentNamesDocument, { ids: chosen }, { pause: chosen.length === 0 });
  const found = data?.segments.nodes ?? [];
  const others = (named.data?.nodes ?? []).flatMap((node) => (node?.__typename === 'Segment' ? [node] : []));
  const options = [...found, ...others.filter(({ id }) => !found.some((one) => one.id === id))];
  if (data && options.length === 0 && search === '') {
    return (
      <p className="quiet">
        {t('segments.none')} <Link href="/segments/new">{t('segments.new')}</Link>
      </p>
    );
  }
  const field = (name: 'segmentIds' | 'exceptSegmentIds', label: MessageKey) => (
    <ChipsField
      label={t(label)}
      options={options.map(({ id, name: word, description }) => ({ id, name: word, about: description || undefined }))}
      value={audience[name]}
      onChange={(next) => set({ [name]: next })}
      onSearch={setTyped}
      placeholder={t(name === 'segmentIds' ? 'composer.any' : 'composer.choose')}
      // The answer may remove the field, and with it the focus.
      isDisabled={isLoading}
    />
  );
  return (
    <div className="filter-grid">
      {field('segmentIds', 'filter.segments')}
      {field('exceptSegmentIds', 'filter.exceptSegments')}
    </div>
  );
};

const EXCLUSIONS = [
  'exceptAppIds',
  'exceptGroupIds',
  'exceptCountries',
  'exceptLanguages',
  'exceptTags',
  'exceptTagGroupIds',
  'exceptEvents',
] as const;

const Filters = ({ isAfterEvent, ...props }: PartProps & { readonly isAfterEvent: boolean }) => {
  const { t } = useTranslation();
  const { audience, options } = props;
  const { countries, languages, tagGroups, events, appGroups } = options;
  const chips = chipsOf(props, t);
  const placeholder = t('composer.any');
  const tags = { options: options.tags, onSearch: options.searchTags, takesOthers: true };
  return (
    <>
      <div className="filter-grid">
        {chips('countries', 'filter.countries', { options: countries, placeholder })}
        {chips('languages', 'filter.languages', { options: languages, placeholder, takesOthers: true })}
        {chips('tags', 'filter.tags', { ...tags, placeholder })}
        {chips('tagGroupIds', 'filter.tagGroups', { options: tagGroups, placeholder })}
        {!isAfterEvent && chips('events', 'filter.events', { options: events, placeholder })}
      </div>
      <Disclosure className="disclosure" defaultExpanded={EXCLUSIONS.some((name) => audience[name].length > 0)}>
        <Heading level={3}>
          <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
            {t('composer.exclusions')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <div className="filter-grid disclosure-panel">
            {chips('exceptAppIds', 'filter.exceptApps', { options: options.apps })}
            {chips('exceptGroupIds', 'filter.exceptAppGroups', { options: appGroups })}
            {chips('exceptCountries', 'filter.exceptCountries', {
              options: countries,
              isDisabled: audience.countries.length > 0,
            })}
            {chips('exceptLanguages', 'filter.exceptLanguages', {
              options: languages,
              isDisabled: audience.languages.length > 0,
              takesOthers: true,
            })}
            {chips('exceptTags', 'filter.exceptTags', tags)}
            {chips('exceptTagGroupIds', 'filter.exceptTagGroups', { options: tagGroups })}
            {chips('exceptEvents', 'filter.exceptEvents', { options: events })}
          </div>
        </DisclosurePanel>
      </Disclosure>
    </>
  );
};

const UserIds = ({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value.join('\n'));
  const type = (next: string) => {
    setText(next);
    onChange([...new Set(next.split(/[\n,;]+/).map((id) => id.trim()))].filter((id) => id !== ''));
  };
  return (
    <Disclosure className="disclosure" defaultExpanded={value.length > 0}>
      <Heading level={3}>
        <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
          {t('composer.users')}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="disclosure-panel">
          <TextField
            label={t('composer.userIds')}
            value={text}
            onChange={type}
            rows={4}
            hint={t('composer.userIdsHint')}
            isMonospace
          />
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
};
