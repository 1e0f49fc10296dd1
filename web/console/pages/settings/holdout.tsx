import { AccountUpdateDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

const PERCENT = 100;

interface Saved {
  readonly share: number;
  readonly generation: number;
}

/** Edits which share of users gets no messages, for admins. */
export const Holdout = ({ saved }: { readonly saved: Saved | null }) => {
  const { t } = useTranslation();
  const [update] = useAction(AccountUpdateDocument, { quiet: true });
  const form = useForm({
    initial: {
      share: String(Number(((saved?.share ?? 0) * PERCENT).toPrecision(12))),
      generation: String(saved?.generation ?? 1),
    },
    fields: ['share', 'generation'],
    save: ({ share, generation }) =>
      update({
        input: { holdout: { share: toNumber(share) / PERCENT, generation: Math.round(toNumber(generation)) } },
      }),
    onSaved: () => showToast({ kind: 'good', text: t('holdout.saved') }),
  });
  return (
    <Card title={t('holdout.title')} lead={t('holdout.lead')}>
      <form className="form form-narrow" onSubmit={form.submit}>
        <FormProblem form={form} />
        <TextField
          label={t('holdout.share')}
          hint={t('holdout.share.hint')}
          type="number"
          min="0"
          max="15"
          value={form.values.share}
          onChange={(share) => form.change({ share })}
          error={form.errorOf('share')}
          inputProps={{ step: 'any' }}
          isRequired
        />
        <TextField
          label={t('holdout.generation')}
          hint={t('holdout.generation.hint')}
          type="number"
          min="1"
          value={form.values.generation}
          onChange={(generation) => form.change({ generation })}
          error={form.errorOf('generation')}
          isRequired
        />
        <div className="row">
          <Button type="submit" isPending={form.isBusy}>
            {t('holdout.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

/** The service refuses an impossible number with a sentence. */
const toNumber = (typed: string): number => Number(typed.replace(',', '.')) || 0;
