import { type ReactNode, useState } from 'react';
import { AccountUpdateDocument, type AccountUpdateInput } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ComboField } from '../../ui/combo-field.js';
import { type Form, FormProblem, useForm } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

/** A form whose values are settings of the account. */
export const useAccountForm = <Values extends object>({
  initial,
  fields,
  toInput,
  saved,
}: {
  readonly initial: Values;
  readonly fields?: readonly string[];
  readonly toInput: (values: Values) => AccountUpdateInput;
  /** The message after saving. */
  readonly saved: string;
}): Form<Values> => {
  const [update] = useAction(AccountUpdateDocument, { quiet: true });
  return useForm({
    initial,
    fields,
    save: (values) => update({ input: toInput(values) }),
    onSaved: () => showToast({ kind: 'good', text: saved }),
  });
};

/** A card with a form. */
export const FormCard = <Values,>({
  form,
  title,
  lead,
  save,
  children,
}: {
  readonly form: Form<Values>;
  readonly title: string;
  readonly lead: string;
  /** The label of the button. */
  readonly save: string;
  readonly children: ReactNode;
}) => (
  <Card title={title} lead={lead}>
    <form className="form form-narrow" onSubmit={form.submit}>
      <FormProblem form={form} />
      {children}
      <div className="row">
        <Button type="submit" isPending={form.isBusy}>
          {save}
        </Button>
      </div>
    </form>
  </Card>
);

/** The settings that hold for all messages of the account, for admins. */
export const AccountSettings = ({ timeZone }: { readonly timeZone: string | null }) => {
  const { t } = useTranslation();
  const [zones] = useState(() => zonesWith(timeZone ?? 'UTC'));
  const form = useAccountForm({
    initial: { timeZone: timeZone ?? 'UTC' },
    fields: ['timeZone'],
    toInput: (input) => input,
    saved: t('settings.ofAccount.saved'),
  });
  return (
    <FormCard
      form={form}
      title={t('settings.ofAccount')}
      lead={t('settings.ofAccount.lead')}
      save={t('settings.ofAccount.save')}
    >
      <ComboField
        label={t('settings.ofAccount.zone')}
        options={zones.map((id) => ({ id, name: id }))}
        {...form.text('timeZone')}
      />
    </FormCard>
  );
};

const zonesWith = (zone: string): readonly string[] => [
  ...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

const PERCENT = 100;

interface SavedHoldout {
  readonly share: number;
  readonly generation: number;
}

/** Edits which share of users gets no messages, for admins. */
export const Holdout = ({ saved }: { readonly saved: SavedHoldout | null }) => {
  const { t } = useTranslation();
  const form = useAccountForm({
    initial: {
      share: String(Number(((saved?.share ?? 0) * PERCENT).toPrecision(12))),
      generation: String(saved?.generation ?? 1),
    },
    fields: ['share', 'generation'],
    toInput: ({ share, generation }) => ({
      holdout: { share: toNumber(share) / PERCENT, generation: Math.round(toNumber(generation)) },
    }),
    saved: t('holdout.saved'),
  });
  return (
    <FormCard form={form} title={t('holdout.title')} lead={t('holdout.lead')} save={t('holdout.save')}>
      <TextField
        label={t('holdout.share')}
        hint={t('holdout.share.hint')}
        type="number"
        min="0"
        max="15"
        {...form.text('share')}
        inputProps={{ step: 'any' }}
        isRequired
      />
      <TextField
        label={t('holdout.generation')}
        hint={t('holdout.generation.hint')}
        type="number"
        min="1"
        {...form.text('generation')}
        isRequired
      />
    </FormCard>
  );
};

const HOUR_S = 3_600;
const WINDOWS = ['clickWindow', 'sendWindow'] as const;

type Windows = Readonly<Record<(typeof WINDOWS)[number], number>>;

/** Edits how long after a click or a message an event of a goal is credited to the run, for admins. */
export const Attribution = ({ saved }: { readonly saved: Windows }) => {
  const { t } = useTranslation();
  const form = useAccountForm({
    initial: { clickWindow: toHours(saved.clickWindow), sendWindow: toHours(saved.sendWindow) },
    fields: WINDOWS,
    toInput: ({ clickWindow, sendWindow }) => ({
      attribution: { clickWindow: toSeconds(clickWindow), sendWindow: toSeconds(sendWindow) },
    }),
    saved: t('attribution.saved'),
  });
  return (
    <FormCard form={form} title={t('attribution.title')} lead={t('attribution.lead')} save={t('attribution.save')}>
      {WINDOWS.map((name) => (
        <TextField
          key={name}
          label={t(`attribution.${name}`)}
          hint={t(`attribution.${name}.hint`)}
          type="number"
          min="0"
          max="720"
          {...form.text(name)}
          inputProps={{ step: 'any' }}
          isRequired
        />
      ))}
    </FormCard>
  );
};

const toHours = (seconds: number): string => String(Number((seconds / HOUR_S).toPrecision(8)));
const toSeconds = (typed: string): number => Math.round(toNumber(typed) * HOUR_S);

/** The service refuses an impossible number and says why. */
export const toNumber = (typed: string): number => Number(typed.replace(',', '.')) || 0;
