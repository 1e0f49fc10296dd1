import type { RunQuery } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Banner, Card } from '../../ui/page.js';
import { Table } from '../../ui/table.js';

type Results = Pick<NonNullable<RunQuery['run']>, 'goals' | 'arms' | 'sampleRatio'>;
type RunGoal = Results['goals'][number];
type GoalArm = RunGoal['arms'][number];
type Comparison = RunGoal['comparisons'][number];

/** The results of the run for its goals by arm, with opt-outs and retirements. */
export const GoalResults = ({ run: { goals, arms, sampleRatio } }: { readonly run: Results }) => {
  const { t, format } = useTranslation();
  const nameOf = useArmName();
  if (goals.length === 0 && arms.length === 0) return null;
  return (
    <Card title={t('results.title')} lead={t('results.lead')}>
      <div className="stack">
        {sampleRatio?.isMismatch && <Banner kind="bad">{t('results.mismatch')}</Banner>}
        {goals.map((goal) => (
          <OneGoal key={goal.goal.name} result={goal} isComparable={!sampleRatio?.isMismatch} />
        ))}
        {arms.length > 0 && (
          <section>
            <h3 className="small-title">{t('results.guardrails')}</h3>
            <Table
              label={t('results.guardrails')}
              rows={arms}
              keyOf={({ arm }) => String(arm)}
              columns={[
                { name: t('results.arm'), cell: nameOf },
                { name: t('results.units'), isNumber: true, cell: ({ units }) => format.number(units) },
                { name: t('results.optOuts'), isNumber: true, cell: ({ optOuts }) => format.number(optOuts) },
                {
                  name: t('results.retirements'),
                  isNumber: true,
                  cell: ({ retirements }) => format.number(retirements),
                },
              ]}
            />
          </section>
        )}
      </div>
    </Card>
  );
};

const useArmName = () => {
  const { t } = useTranslation();
  return ({ arm, kind }: Pick<GoalArm, 'arm' | 'kind'>): string =>
    kind === 'VARIANT' ? t('results.variant', { letter: letterOf(arm) }) : t(`results.kind.${kind}`);
};

/** `A` for the first variant. */
const letterOf = (arm: number): string => String.fromCharCode('A'.charCodeAt(0) + arm);

const OneGoal = ({
  result: { goal, arms, comparisons },
  isComparable,
}: {
  readonly result: RunGoal;
  readonly isComparable: boolean;
}) => {
  const { t, format } = useTranslation();
  const nameOf = useArmName();
  const hasValue = goal.valueProperty !== null;
  const top = Math.max(...arms.map(({ interval }) => interval.high), Number.EPSILON);
  return (
    <section className="stack">
      <div>
        <h3 className="small-title">{goal.name}</h3>
        <p className="quiet">{t('results.goal', { event: goal.event, time: format.delay(toDelay(goal.window)) })}</p>
      </div>
      <Table
        label={goal.name}
        rows={arms}
        keyOf={({ arm }) => String(arm)}
        columns={[
          { name: t('results.arm'), cell: nameOf },
          { name: t('results.units'), isNumber: true, cell: ({ units }) => format.number(units) },
          { name: t('results.converted'), isNumber: true, cell: ({ converted }) => format.number(converted) },
          { name: t('results.rate'), cell: (arm) => <Rate arm={arm} top={top} /> },
          { name: t('results.attributed'), isNumber: true, cell: ({ attributed }) => format.number(attributed) },
          ...(hasValue
            ? [
                {
                  name: t('results.value'),
                  isNumber: true,
                  cell: ({ attributedValue }: GoalArm) => format.number(Math.round(attributedValue * 100) / 100),
                },
              ]
            : []),
        ]}
      />
      {isComparable && comparisons.length > 0 && (
        <ul className="stack comparison-list">
          {comparisons.map((comparison) => (
            <li key={`${comparison.arm} ${comparison.other}`}>
              <Difference comparison={comparison} arms={arms} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const toDelay = (seconds: number) => ({
  days: Math.floor(seconds / 86_400),
  hours: Math.floor((seconds % 86_400) / 3_600),
  minutes: Math.floor((seconds % 3_600) / 60),
});

/** The rate as a bar, with its interval as a line over it. */
const Rate = ({ arm: { rate, interval, units }, top }: { readonly arm: GoalArm; readonly top: number }) => {
  const { t } = useTranslation();
  const percent = usePercent();
  if (units === 0) return '–';
  const at = (share: number) => `${(100 * share) / top}%`;
  return (
    <div className="rate">
      <span>{percent(rate)}</span>
      <span className="rate-bar" aria-hidden>
        <span className="rate-fill" style={{ inlineSize: at(rate) }} />
        <span
          className="rate-interval"
          style={{ insetInlineStart: at(interval.low), inlineSize: at(interval.high - interval.low) }}
        />
      </span>
      <span className="quiet">
        {t('results.interval', { low: percent(interval.low), high: percent(interval.high) })}
      </span>
    </div>
  );
};

/** Enough digits to tell arms apart: 0.42 %, 4.2 %, 42.1 %. */
const usePercent = () => {
  const { format } = useTranslation();
  return (share: number): string => `${format.number(roundedPoints(share))} %`;
};

const roundedPoints = (share: number): number => {
  const points = share * 100;
  const digits = Math.abs(points) < 1 ? 100 : 10;
  return Math.round(points * digits) / digits;
};

const Difference = ({ comparison, arms }: { readonly comparison: Comparison; readonly arms: readonly GoalArm[] }) => {
  const { t, format } = useTranslation();
  const nameOf = useArmName();
  const isBetter = comparison.difference >= 0;
  const [better, worse] = isBetter ? [comparison.arm, comparison.other] : [comparison.other, comparison.arm];
  const find = (wanted: number) => arms.find(({ arm }) => arm === wanted);
  const [one, other] = [find(better), find(worse)];
  if (!one || !other) return null;
  const { low, high } = comparison.interval;
  const points = (isBetter ? [low, high] : [-high, -low]).map((share) => format.number(roundedPoints(share)));
  const words = { better: nameOf(one), worse: nameOf(other), low: points[0] ?? '', high: points[1] ?? '' };
  return comparison.isSignificant ? (
    <strong>{t('results.better', words)}</strong>
  ) : (
    <span className="quiet">{t('results.undecided', words)}</span>
  );
};
