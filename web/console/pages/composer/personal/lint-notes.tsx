import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTranslation } from '../../../i18n/i18n.js';
import type { TemplateProblem } from './personal-context.js';

/** The mistakes in the Liquid of a field. Pressing one selects its place in the text. */
export const LintNotes = ({
  problems,
  onJump,
}: {
  readonly problems: readonly TemplateProblem[];
  readonly onJump: (place: { readonly line: number; readonly column: number }) => void;
}) => {
  const { t } = useTranslation();
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <ul className="lint-notes">
          {problems.map((problem, index) => {
            const { severity, line, column, code, detail, message } = problem;
            const Icon = severity === 'ERROR' ? CircleAlert : TriangleAlert;
            return (
              <li key={index} data-severity={severity}>
                <Icon size={15} aria-hidden />
                <span>
                  <span className="visually-hidden">{t(`lint.${severity}`)} </span>
                  {code === null ? message : t(`lint.${code}`, { detail })}{' '}
                  {line !== null && column !== null && (
                    <AriaButton className="link-button" onPress={() => onJump({ line, column })}>
                      {t('lint.place', { line, column })}
                    </AriaButton>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
};
