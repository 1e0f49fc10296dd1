import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CampaignDocument, ComposerDraftDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useLanguage, useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { Composer } from './composer.js';
import { fromCampaign, sentAgain } from './from-campaign.js';
import { readState } from './read-draft.js';
import { type ComposerState, emptyState } from './state.js';
import { useVisit } from './use-visit.js';

const useStart = (): ComposerState => {
  const language = useLanguage();
  const [start] = useState(() => emptyState(language, Intl.DateTimeFormat().resolvedOptions().timeZone));
  return start;
};

/**
 * Makes a campaign: a new one, or `?draft=ID` from a draft, or `?again=ID` from one that was sent. `?edit=ID` changes an
 * existing campaign.
 */
const ComposerPage = () => {
  const [visit, begin] = useVisit();
  return <Visit key={visit} onAnew={begin} />;
};

export default ComposerPage;

/** `onAnew` reads what is kept and begins with it. */
const Visit = ({ onAnew }: { readonly onAnew: () => void }) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const start = useStart();
  const [params] = useSearchParams();
  // What it began with: the first save puts its draft into the address, which loads nothing anew.
  const [draftId] = useState(() => params.get('draft'));
  const [editId] = useState(() => params.get('edit'));
  const [againId] = useState(() => params.get('again'));
  const campaignId = editId ?? againId;
  const draft = usePageQuery(ComposerDraftDocument, { id: draftId ?? '' }, { pause: draftId === null });
  const edited = usePageQuery(CampaignDocument, { id: campaignId ?? '' }, { pause: campaignId === null });
  const error = draft.error ?? edited.error;
  // What is known from before may be out of date, and would be saved over what is there. After the first answer of the
  // service what is typed counts, whatever others answer.
  const hasBegun = useRef(false);
  const isRefreshing = draft.isRefreshing || edited.isRefreshing;
  if (!isRefreshing && !error) hasBegun.current = true;
  const title = t(editId === null ? 'nav.newCampaign' : 'composer.edit');
  const header = <PageHeader title={title} parent={{ href: '/campaigns', name: t('nav.campaigns') }} />;
  if (!mayWrite) {
    return (
      <>
        {header}
        <EmptyState title={t('composer.mayNot')} />
      </>
    );
  }
  if (!hasBegun.current && !isRefreshing && error) {
    return (
      <>
        {header}
        <ErrorNote error={error} />
      </>
    );
  }
  if (!hasBegun.current) {
    return (
      <>
        {header}
        <Skeleton lines={8} />
      </>
    );
  }
  const node = draft.data?.node;
  const known = node?.__typename === 'CampaignDraft' ? node : null;
  const campaign = edited.data?.scheduler ?? null;
  if ((draftId !== null && known === null) || (campaignId !== null && campaign === null)) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/campaigns', name: t('nav.campaigns') }} />
        <EmptyState
          title={t('notFound.text')}
          action={<LinkButton href="/campaigns">{t('nav.campaigns')}</LinkButton>}
        />
      </>
    );
  }
  const initial = campaign ? fromCampaign(campaign, start) : known ? readState(known.content, start) : start;
  const isAgain = editId === null && campaign !== null;
  return (
    <Composer
      initial={isAgain ? sentAgain(initial, t('campaigns.copyOf', { name: campaign.name })) : initial}
      known={known}
      campaign={isAgain ? null : campaign}
      again={isAgain ? campaign.name : null}
      title={title}
      onAnew={onAnew}
    />
  );
};
