import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { DraftDeleteDocument, DraftsDocument, type DraftsQuery } from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Card } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { showToast } from '../../ui/toast.js';

type Draft = DraftsQuery['drafts']['nodes'][number];

const PAGE = 25;
const FEW = 3;

/** Campaigns that are still in the composer: the latest few, or page by page. */
export const Drafts = ({ isWhole }: { readonly isWhole: boolean }) => {
  const { t } = useWords();
  const { cursor } = useListAddress([], 'drafts');
  const { data, refresh } = usePageQuery(DraftsDocument, {
    first: isWhole ? PAGE : FEW,
    after: isWhole ? cursor.after : null,
  });
  const [doomed, setDoomed] = useState<Draft | null>(null);
  const [remove] = useAction(DraftDeleteDocument);
  const drafts = data?.drafts.nodes ?? [];
  if (!data || (drafts.length === 0 && !cursor.hasPrevious)) return null;
  return (
    <Card title={t('campaigns.drafts')} lead={t('campaigns.draftsText')} isFlush>
      <ul className="list-rows">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDelete={() => setDoomed(draft)} />
        ))}
      </ul>
      {isWhole ? (
        <Pager cursor={cursor} pageInfo={data.drafts.pageInfo} label={t('campaigns.drafts')} />
      ) : (
        data.drafts.pageInfo.hasNextPage && (
          <div className="load-more">
            <LinkButton size="small" href="/campaigns?view=drafts">
              {t('campaigns.allDrafts')}
            </LinkButton>
          </div>
        )
      )}
      <ConfirmDialog
        title={t('campaigns.deleteDraft.title', { name: doomed?.name ?? '' })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={async () => {
          if (doomed === null) return;
          const answer = await remove({ id: doomed.id });
          if (!answer.ok) return;
          showToast({ kind: 'good', text: t('campaigns.deleted', { name: doomed.name }) });
          refresh();
        }}
      >
        <p className="dialog-text">{t('campaigns.deleteDraft.text')}</p>
      </ConfirmDialog>
    </Card>
  );
};

const DraftRow = ({
  draft: { id, name, updatedAt },
  onDelete,
}: {
  readonly draft: Draft;
  readonly onDelete: () => void;
}) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  return (
    <li className="list-row list-row-head">
      <span className="row">
        <FileText size={16} aria-hidden className="quiet" />
        <Link href={`/campaigns/new?draft=${encodeURIComponent(id)}`} className="cell-name">
          {name}
        </Link>
        <Badge>{t('campaignStatus.DRAFT')}</Badge>
      </span>
      <span className="row quiet">
        {t('campaigns.changed', { when: format.relative(updatedAt) })}
        {mayWrite && (
          <IconButton
            label={t('action.remove', { name })}
            size="small"
            icon={<Trash2 size={15} aria-hidden />}
            onPress={onDelete}
          />
        )}
      </span>
    </li>
  );
};
