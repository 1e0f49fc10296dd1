import { AccountUpdateDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

const HOUR_S = 3_600;
const WINDOWS = ['clickWindow', 'sendWindow'] as const;

type Windows = Readonly<Record<(typeof WINDOWS)[number], number>>;

/** Edits how long after a click or a message an event of a goal is credited to the run, for admins. */
export const Attribution = ({ saved }: { readonly saved: Windows }) => {
  const { t } = useTranslation();
  const [update] = useAction(AccountUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { clickWindow: toHours(saved.clickWindow), sendWindow: toHours(saved.sendWindow) },
    fields: WINDOWS,
    save: ({ clickWindow, sendWindow }) =>
      update({ input: { attribution: { clickWindow: toSeconds(clickWindow), sendWindow: toSeconds(sendWindow) } } }),
    onSaved: () => showToast({ kind: 'good', text: t('attribution.saved') }),
  });
  return (
    <Card title={t('attribution.title')} lead={t('attribution.lead')}>
      <form className="form form-narrow" onSubmit={form.submit}>
        <FormProblem form={form} />
        {WINDOWS.map((name) => (
          <TextField
            key={name}
            label={t(`attribution.${name}`)}
            hint={t(`attribution.${name}.hint`)}
            type="number"
            min="0"
            max="720"
            value={form.values[name]}
            onChange={(hours) => form.change({ [name]: hours })}
            error={form.errorOf(name)}
            inputProps={{ step: 'any' }}
            isRequired
          />
        ))}
        <div className="row">
          <Button type="submit" isPending={form.isBusy}>
            {t('attribution.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

const toHours = (seconds: number): string => String(Number((seconds / HOUR_S).toPrecision(8)));

/** The service refuses an impossible number and says why. */
const toSeconds = (typed: string): number => Math.round((Number(typed.replace(',', '.')) || 0) * HOUR_S);
