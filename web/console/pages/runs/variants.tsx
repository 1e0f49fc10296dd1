import { RunWinnerChooseDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { Badge, Card } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import type { RunDetail } from './run-page.js';

type Variant = RunDetail['variants'][number];

/** The messages that the run compares, each with its numbers, and the decision. */
export const Variants = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const decision = useDecision(run);
  const { experiment, variants } = run;
  if (!experiment) return null;
  const { controlled, controlShare } = experiment;
  const number = (name: string, of: (variant: Variant) => number, isMinor = false) => ({
    name,
    isNumber: true,
    isMinor,
    cell: (variant: Variant) => format.number(of(variant)),
  });
  const count = { count: controlled, number: format.number(controlled) };
  return (
    <Card title={t('variants.title')} lead={decision} isFlush>
      <Table
        label={t('variants.title')}
        rows={variants}
        keyOf={(variant) => String(variant.number)}
        columns={[
          { name: t('variants.message'), cell: (variant) => <Name variant={variant} /> },
          number(t('variants.weights'), ({ weight }) => weight, true),
          number(t('outcome.SENT'), ({ counts }) => counts.sent),
          number(t('runs.delivered'), ({ receiptCounts }) => receiptCounts.delivered, true),
          number(t('runs.clicked'), ({ receiptCounts }) => receiptCounts.clicked),
          { name: t('variants.choose'), isNameHidden: true, cell: (variant) => <Choose run={run} variant={variant} /> },
        ]}
      />
      {controlShare > 0 && <p className="card-note quiet">{t('variants.controlled', count)}</p>}
    </Card>
  );
};

const useDecision = ({ experiment }: RunDetail): string => {
  const { t, format } = useTranslation();
  if (experiment?.reason) return t(`variants.reason.${experiment.reason}`);
  const at = experiment?.decideAt ?? null;
  return at === null ? t('variants.noDecision') : t('variants.undecided', { at: format.fullDateTime(at) });
};

const Name = ({ variant }: { readonly variant: Variant }) => {
  const { t } = useTranslation();
  const title = variant.push?.translations[0]?.title ?? t('state.deleted');
  return (
    <span className="row">
      {variant.number}. {title}
      {variant.isWinner && <Badge tone="good">{t('variants.winner')}</Badge>}
    </span>
  );
};

const Choose = ({ run, variant }: { readonly run: RunDetail; readonly variant: Variant }) => {
  const { t } = useTranslation();
  const maySend = useMay('send');
  const { ask, dialog } = useConfirm();
  const [choose] = useAction(RunWinnerChooseDocument);
  const pushId = variant.push?.id;
  if (!maySend || run.experiment?.decidedAt || pushId === undefined || run.variants.length < 2) return null;
  const confirm = () =>
    ask({
      title: t('variants.choose.title'),
      text: t('variants.choose.text'),
      confirm: t('variants.choose'),
      onConfirm: () => choose({ id: run.id, pushId, key: newKey() }),
    });
  return (
    <>
      <Button size="small" onPress={confirm} aria-label={`${t('variants.choose')}: ${variant.number}`}>
        {t('variants.choose')}
      </Button>
      {dialog}
    </>
  );
};
