import {
  type CampaignAudienceFragment,
  CampaignEventsDocument,
  CampaignReachDocument,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, Facts } from '../../ui/page.js';
import { reachInWords } from './send-again.js';

/** The filters of a campaign, and how many devices they select. */
export const Audience = ({ id, audience }: { readonly id: string; readonly audience: CampaignAudienceFragment }) => {
  const { t, format } = useTranslation();
  const { data } = usePageQuery(CampaignReachDocument, { id });
  const estimate = data?.scheduler?.audienceEstimate;
  const codes = [...audience.events.include, ...audience.events.exclude];
  const events = usePageQuery(CampaignEventsDocument, {}, { pause: codes.length === 0 });
  const eventName = useEventName();
  const nameOfEvent = (code: string) =>
    eventName(events.data?.customEvents.nodes.find((one) => one.code === code) ?? { code, name: code });
  return (
    <Card
      title={t('campaign.audience')}
      aside={estimate && <strong className="numbers">{reachInWords(estimate, t, format)}</strong>}
    >
      <Facts facts={audienceFacts(audience, { t, format, nameOfEvent })} />
    </Card>
  );
};

type Words = ReturnType<typeof useTranslation>;

const audienceFacts = (
  { apps, countries, languages, tags, events, segments }: CampaignAudienceFragment,
  { t, format, nameOfEvent }: Words & { readonly nameOfEvent: (code: string) => string },
): readonly (readonly [string, string])[] => {
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [t('filter.apps'), apps.all ? [t('filter.allApps')] : [...names(apps.apps), ...names(apps.groups)]],
    [t('filter.exceptApps'), [...names(apps.exceptApps), ...names(apps.exceptGroups)]],
    [t('filter.countries'), countries.include.map(format.country)],
    [t('filter.exceptCountries'), countries.exclude.map(format.country)],
    [t('filter.languages'), languages.include.map(format.language)],
    [t('filter.exceptLanguages'), languages.exclude.map(format.language)],
    [t('filter.tags'), tags.anyTag ? [t('filter.anyTag')] : [...tags.include, ...names(tags.includeGroups)]],
    [t('filter.exceptTags'), [...tags.exclude, ...names(tags.excludeGroups)]],
    [t('filter.events'), events.include.map(nameOfEvent)],
    [t('filter.exceptEvents'), events.exclude.map(nameOfEvent)],
    [t('filter.segments'), names(segments.includeSegments)],
    [t('filter.exceptSegments'), names(segments.excludeSegments)],
  ];
  return facts.flatMap(([name, items]) => (items.length > 0 ? [[name, format.list(items)] as const] : []));
};
