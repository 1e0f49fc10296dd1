import { Send, Trash2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import {
  SegmentCreateDocument,
  SegmentDeleteDocument,
  SegmentDocument,
  type SegmentQuery,
  SegmentUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useAttempt } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useLeaving } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog, useConfirm } from '../../ui/dialog.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Found } from '../../ui/found.js';
import { ActionMenu } from '../../ui/menu.js';
import { Card, PageHeader, Skeleton } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { GroupFields } from './builder.js';
import { SegmentReachCard } from './estimate.js';
import { useSegmentOptions } from './options.js';
import { fromTree, newCondition, newGroup, toTree } from './tree.js';
import { useTreeInWords } from './words.js';

/** Edits a segment, or creates one at `/segments/new`. */
const SegmentPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const isNew = id === 'new';
  const query = usePageQuery(SegmentDocument, { id }, { pause: isNew });
  const hasBegun = useRef(false);
  // Later answers must not replace what is being edited.
  if (isNew || (!query.isRefreshing && query.data)) hasBegun.current = true;
  if (isNew) return <Editor key="new" segment={null} />;
  return (
    <Found query={query} item={query.data?.segment} parent={{ href: '/segments', name: t('nav.segments') }}>
      {(segment) => (hasBegun.current ? <Editor key={segment.id} segment={segment} /> : <Skeleton lines={8} />)}
    </Found>
  );
};

export default SegmentPage;

type SegmentData = NonNullable<SegmentQuery['segment']>;

const Editor = ({ segment }: { readonly segment: SegmentData | null }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const options = useSegmentOptions();
  const inWords = useTreeInWords();
  const [, navigate] = useLocation();
  const [create] = useAction(SegmentCreateDocument, { quiet: true });
  const [update] = useAction(SegmentUpdateDocument, { quiet: true });
  const [begin, end] = useAttempt();
  const form = useForm({
    initial: {
      name: segment?.name ?? '',
      description: segment?.description ?? '',
      root: segment ? fromTree(segment.tree) : newGroup([newCondition('country')]),
    },
    fields: ['name', 'description'],
    save: async ({ name, description, root }) => {
      const tree = toTree(root, options.typeOf);
      if (tree === null) return { ok: false, errors: [{ message: t('segments.incomplete') }] };
      const input = { name, description: description.trim(), tree };
      if (segment !== null) return update({ id: segment.id, input });
      return create({ input, key: begin(JSON.stringify(input), () => input).key });
    },
    onSaved: (data) => {
      end();
      saved.current = JSON.stringify(form.values);
      showToast({ kind: 'good', text: t('segments.saved') });
      if (segment === null && data.segment) navigate(`/segments/${data.segment.id}`, { replace: true });
    },
  });
  const saved = useRef(JSON.stringify(form.values));
  const isUnsaved = () => saved.current !== JSON.stringify(form.values);
  const [leave, stay] = useLeaving({ blocks: () => mayWrite && isUnsaved(), isUnsaved: () => mayWrite && isUnsaved() });
  const { root } = form.values;
  const tree = useMemo(() => toTree(root, options.typeOf), [root, options.typeOf]);
  return (
    <>
      <PageHeader
        title={segment?.name ?? t('segments.new')}
        lead={segment && !mayWrite ? segment.description : undefined}
        parent={{ href: '/segments', name: t('nav.segments') }}
        actions={segment && mayWrite && <SegmentActions segment={segment} />}
      />
      <div className="composer-columns">
        {mayWrite ? (
          <form className="stack" onSubmit={form.submit}>
            <FormProblem form={form} />
            <Card title={t('segments.conditions')} lead={t('segments.conditions.lead')}>
              <GroupFields group={root} onChange={(next) => form.change({ root: next })} options={options} />
            </Card>
            <Card title={t('segments.about')}>
              <div className="stack">
                <TextField label={t('segments.name')} {...form.text('name')} isRequired autoComplete="off" />
                <TextField label={t('segments.description')} {...form.text('description')} rows={2} />
                <div className="row">
                  <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={tree === null}>
                    {t('action.save')}
                  </Button>
                  {tree === null && <span className="quiet">{t('segments.incomplete')}</span>}
                </div>
              </div>
            </Card>
          </form>
        ) : (
          <Card title={t('segments.conditions')}>
            <p>{segment ? inWords(segment.tree) : t('state.none')}</p>
          </Card>
        )}
        <aside className="composer-aside" aria-label={t('segments.reach')}>
          <SegmentReachCard tree={tree} />
          {segment && segment.schedulers.nodes.length > 0 && (
            <Card title={t('segments.uses')}>
              <ul className="stack">
                {segment.schedulers.nodes.map(({ id, name }) => (
                  <li key={id}>
                    <Link href={`/campaigns/${id}`}>{name}</Link>
                  </li>
                ))}
                {segment.schedulers.pageInfo.hasNextPage && <li className="quiet">{t('events.moreCampaigns')}</li>}
              </ul>
            </Card>
          )}
        </aside>
      </div>
      <ConfirmDialog
        title={t('composer.leave')}
        isOpen={leave !== null}
        onClose={stay}
        confirm={t('composer.leave.confirm')}
        onConfirm={async () => leave?.()}
        isDangerous
      >
        <p className="dialog-text">{t('segments.leave.text')}</p>
      </ConfirmDialog>
    </>
  );
};

const SegmentActions = ({ segment: { id, name } }: { readonly segment: SegmentData }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [remove] = useAction(SegmentDeleteDocument, { quiet: true });
  const { askToDelete, dialog } = useConfirm();
  const confirmDelete = () =>
    askToDelete({
      title: t('tags.delete.title', { name }),
      text: t('segments.delete.text'),
      onConfirm: async () => {
        const answer = await remove({ id });
        if (answer.ok) return navigate('/segments', { replace: true });
        for (const { code, message } of answer.errors) {
          showToast({ kind: 'bad', text: code === 'CONFLICT' ? t('segments.inUse') : message });
        }
      },
    });
  return (
    <>
      <LinkButton href={`/campaigns/new?segment=${encodeURIComponent(id)}`} icon={Send}>
        {t('segments.campaign')}
      </LinkButton>
      <ActionMenu actions={[{ name: t('action.delete'), icon: Trash2, isDangerous: true, onAction: confirmDelete }]} />
      {dialog}
    </>
  );
};
