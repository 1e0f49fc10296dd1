import { Link } from 'wouter';
import type { OverviewWarningsQuery } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { LinkButton } from '../../ui/button.js';
import { Banner } from '../../ui/page.js';

type Kind = 'refused' | 'incomplete' | 'paused' | 'foreign' | 'nothing';

/** An application or campaign with a problem. */
interface Affected {
  readonly name: string;
  readonly href: string;
  readonly why: string;
}

const KINDS: readonly Kind[] = ['refused', 'incomplete', 'paused', 'foreign', 'nothing'];
/** A link leads to the rest. */
const SHOWN = 5;
const LISTS: Readonly<Record<Kind, string>> = {
  refused: '/apps',
  incomplete: '/apps',
  paused: '/apps',
  foreign: '/devices?foreign=yes',
  nothing: '/campaigns?view=attention',
};

/** One banner for each kind of problem, which lists the affected applications or campaigns. */
export const Warnings = ({ data }: { readonly data: OverviewWarningsQuery | undefined }) => {
  const affectedOf = useAffected(data);
  return KINDS.map((kind) => {
    const affected = affectedOf(kind);
    return affected.length > 0 && <Warning key={kind} kind={kind} affected={affected} />;
  });
};

const useAffected = (data: OverviewWarningsQuery | undefined) => {
  const { t } = useTranslation();
  const { inFull } = useReasons();
  const apps = data?.apps.nodes ?? [];
  const campaigns = data?.schedulers.nodes.filter(({ active }) => active) ?? [];
  const toAffected = (app: (typeof apps)[number], why: string): Affected => ({
    name: app.name,
    href: `/apps/${app.id}`,
    why,
  });
  const reasonOf = (app: (typeof apps)[number]) =>
    inFull({ reason: app.pauseReason, reasonCode: app.pauseReasonCode, advice: app.pauseAdvice });
  return (kind: Kind): readonly Affected[] => {
    switch (kind) {
      case 'refused':
        return apps
          .filter(({ credentialStatus }) => credentialStatus === 'REFUSED')
          .map((app) => toAffected(app, reasonOf(app)));
      case 'incomplete':
        return apps
          .filter(({ credentialStatus }) => credentialStatus === 'INCOMPLETE')
          .map((app) => toAffected(app, ''));
      case 'paused':
        return apps
          .filter(({ pausedSince, credentialStatus }) => pausedSince !== null && credentialStatus !== 'REFUSED')
          .map((app) => toAffected(app, reasonOf(app)));
      case 'foreign':
        return apps
          .filter(({ foreignSubscriptionCount }) => foreignSubscriptionCount > 0)
          .map((app) => toAffected(app, t('overview.warning.foreign.some', { count: app.foreignSubscriptionCount })));
      case 'nothing':
        return campaigns.map(({ id, name, warnings }) => ({
          name,
          href: `/campaigns/${id}`,
          why: warnings.map(({ code }) => t(`campaign.warning.${code}`)).join(' '),
        }));
    }
  };
};

const Warning = ({ kind, affected }: { readonly kind: Kind; readonly affected: readonly Affected[] }) => {
  const { t } = useTranslation();
  const [first, ...others] = affected;
  const more = affected.length - SHOWN;
  const title = t(`overview.warning.${kind}`, { count: affected.length, name: first?.name ?? '' });
  const advice = kind === 'foreign' && t('overview.warning.foreignText');
  return (
    <Banner
      kind={kind === 'refused' ? 'bad' : 'warn'}
      title={title}
      action={
        (others.length === 0 || more > 0) && (
          <LinkButton href={others.length === 0 ? (first?.href ?? '') : LISTS[kind]} size="small">
            {t(others.length === 0 ? 'overview.warning.look' : 'overview.warning.all')}
          </LinkButton>
        )
      }
    >
      {others.length === 0 ? (
        <>
          {first?.why} {advice}
        </>
      ) : (
        <>
          {advice}
          <ul className="banner-list">
            {affected.slice(0, SHOWN).map(({ name, href, why }) => (
              <li key={href}>
                <Link href={href} className="cell-name">
                  {name}
                </Link>{' '}
                {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
};
