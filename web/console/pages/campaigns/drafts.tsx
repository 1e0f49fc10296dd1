import { FileText, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { DraftDeleteDocument, DraftsDocument, type DraftsQuery } from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Card } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { showToast } from '../../ui/toast.js';

type Draft = DraftsQuery['drafts']['nodes'][number];

const PAGE = 25;
const FEW = 3;

/** Unfinished campaigns: the latest few, or all of them page by page. */
export const Drafts = ({ isWhole }: { readonly isWhole: boolean }) => {
  const { t } = useTranslation();
  const { cursor } = useListAddress([], 'drafts');
  const { data, refresh } = usePageQuery(DraftsDocument, {
    first: isWhole ? PAGE : FEW,
    after: isWhole ? cursor.after : null,
  });
  const { askToDelete, dialog } = useConfirm();
  const [remove] = useAction(DraftDeleteDocument);
  const drafts = data?.drafts.nodes ?? [];
  if (!data || (drafts.length === 0 && !cursor.hasPrevious)) return null;
  const confirmDelete = ({ id, name }: Draft) =>
    askToDelete({
      title: t('campaigns.deleteDraft.title', { name }),
      text: t('campaigns.deleteDraft.text'),
      onConfirm: async () => {
        if (!(await remove({ id })).ok) return;
        showToast({ kind: 'good', text: t('campaigns.deleted', { name }) });
        refresh();
      },
    });
  return (
    <Card title={t('campaigns.drafts')} lead={t('campaigns.draftsText')} isFlush>
      <ul className="list-rows">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDelete={() => confirmDelete(draft)} />
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
      {dialog}
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
  const { t, format } = useTranslation();
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
        {mayWrite && <IconButton label={t('action.remove', { name })} size="small" icon={Trash2} onPress={onDelete} />}
      </span>
    </li>
  );
};
