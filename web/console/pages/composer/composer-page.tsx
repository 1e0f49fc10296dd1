import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CampaignDocument, ComposerDraftDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useLanguage, useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { NotFound } from '../../ui/found.js';
import { EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Composer } from './composer.js';
import { fromCampaign, sentAgain } from './from-campaign.js';
import { readState } from './read-draft.js';
import { type ComposerState, emptyState } from './state.js';

const useStart = (): ComposerState => {
  const language = useLanguage();
  const [start] = useState(() => emptyState(language, Intl.DateTimeFormat().resolvedOptions().timeZone));
  return start;
};

/**
 * Composes a new campaign, from a draft with `?draft=ID`, from a sent campaign with `?again=ID`, or for a segment with
 * `?segment=ID`. `?edit=ID` edits an existing campaign.
 */
const ComposerPage = () => {
  const [visit, begin] = useVisit();
  return <Visit key={visit} onRestart={begin} />;
};

export default ComposerPage;

/** @param onRestart discards the current state and loads the stored one */
const Visit = ({ onRestart }: { readonly onRestart: () => void }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const start = useStart();
  const [params] = useSearchParams();
  // The ids of the first render count: the first save puts its draft into the address, which must not reload the page.
  const [draftId] = useState(() => params.get('draft'));
  const [editId] = useState(() => params.get('edit'));
  const [againId] = useState(() => params.get('again'));
  const [segmentId] = useState(() => params.get('segment'));
  const campaignId = editId ?? againId;
  const draft = usePageQuery(ComposerDraftDocument, { id: draftId ?? '' }, { pause: draftId === null });
  const edited = usePageQuery(CampaignDocument, { id: campaignId ?? '' }, { pause: campaignId === null });
  const error = draft.error ?? edited.error;
  // Cached data may be out of date, and saving it would overwrite newer data. So the composer begins with a fresh answer,
  // and ignores all later ones.
  const hasBegun = useRef(false);
  const isRefreshing = draft.isRefreshing || edited.isRefreshing;
  if (!isRefreshing && !error) hasBegun.current = true;
  const title = t(editId === null ? 'nav.newCampaign' : 'composer.edit');
  const parent = { href: '/campaigns', name: t('nav.campaigns') };
  const header = <PageHeader title={title} parent={parent} />;
  if (!mayWrite || !hasBegun.current) {
    return (
      <>
        {header}
        {!mayWrite && <EmptyState title={t('composer.mayNot')} />}
        {mayWrite && (error && !isRefreshing ? <ErrorNote error={error} /> : <Skeleton lines={8} />)}
      </>
    );
  }
  const node = draft.data?.node;
  const known = node?.__typename === 'CampaignDraft' ? node : null;
  const campaign = edited.data?.scheduler ?? null;
  if ((draftId !== null && known === null) || (campaignId !== null && campaign === null)) {
    return <NotFound parent={parent} />;
  }
  const fresh = segmentId === null ? start : { ...start, audience: { ...start.audience, segmentIds: [segmentId] } };
  const initial = campaign ? fromCampaign(campaign, start) : known ? readState(known.content, start) : fresh;
  const isAgain = editId === null && campaign !== null;
  return (
    <Composer
      initial={isAgain ? sentAgain(initial, t('campaigns.copyOf', { name: campaign.name })) : initial}
      known={known}
      campaign={isAgain ? null : campaign}
      again={isAgain ? campaign.name : null}
      title={title}
      onRestart={onRestart}
    />
  );
};

/**
 * Counts the visits of the page. A link to the same page starts a new visit, and so does going back to another draft.
 * Replacing the address does not, as the first save of a draft does.
 * @returns the number of the visit, and a function that starts another one
 */
const useVisit = (): readonly [visit: number, begin: () => void] => {
  const [visit, setVisit] = useState(0);
  const begin = useCallback(() => setVisit((before) => before + 1), []);
  useEffect(() => {
    let search = location.search;
    const note = ({ type }: Event) => {
      const isElsewhere = location.search !== search;
      search = location.search;
      // A jump to an anchor is also a `popstate`, but keeps the search.
      if (type === 'pushState' || (type === 'popstate' && isElsewhere)) begin();
    };
    for (const type of EVENTS) addEventListener(type, note);
    return () => {
      for (const type of EVENTS) removeEventListener(type, note);
    };
  }, [begin]);
  return [visit, begin];
};

/** The router fires the first two itself. */
const EVENTS = ['pushState', 'replaceState', 'popstate'] as const;
