import { lintTemplate, sayProblem, type TemplateProblem, type TemplateReport } from '../../content/liquid/lint.js';
import { type TemplateText, templateTexts } from '../../content/liquid/template-texts.js';
import type { GivenTranslation } from '../../ports/message-fields.js';
import type { Violations } from '../rules/violations.js';

interface GivenTemplates {
  readonly missing?: unknown;
  readonly translations: readonly GivenTranslation[];
}

/** A template of a push, and its problems. */
export interface TextReport extends TemplateReport {
  /** The index of its translation. */
  readonly index: number;
  readonly language: string;
  readonly text: TemplateText;
}

/** Parsing a text of 4,000 characters takes a millisecond. */
const MAX_TEMPLATES = 1_000;

/** Marks a push whose texts contain Liquid as a template. Every door but REST does this. */
export const markTemplate = <Push extends GivenTemplates>(push: Push): Push =>
  !push.missing && push.translations.some((one) => textsOf(one).length > 0) ? { ...push, missing: 'DEFAULT' } : push;

/** Reports every mistake in the templates of a push. A push without `missing` has none: its texts are sent as they are. */
export const checkTemplates = (violations: Violations, push: GivenTemplates): void => {
  if (countTemplates(push) > MAX_TEMPLATES) {
    const message = `\`translations\` must have at most ${MAX_TEMPLATES} texts with Liquid.`;
    violations.add('translations', message, 'TOO_MANY');
    return;
  }
  for (const { index, text, problems } of lintPush(push)) {
    const field = `translations[${index}].${text.field}`;
    for (const problem of problems) {
      if (problem.severity === 'ERROR') violations.add(field, `\`${field}\`, ${describePlace(problem, text)}`);
    }
  }
};

const describePlace = (problem: TemplateProblem, { label }: TemplateText): string =>
  `${label === null ? '' : `"${label}", `}line ${problem.line}, column ${problem.column}: ${sayProblem(problem)}`;

const countTemplates = ({ missing, translations }: GivenTemplates): number =>
  missing ? translations.reduce((count, one) => count + textsOf(one).length, 0) : 0;

const textsOf = (translation: GivenTranslation): TemplateText[] =>
  templateTexts(translation as Parameters<typeof templateTexts>[0]);

/** Lints the templates of all translations. Equal texts are parsed once. */
export const lintPush = ({ missing, translations }: GivenTemplates): TextReport[] => {
  if (!missing) return [];
  const known = new Map<string, TemplateReport>();
  return translations.flatMap((translation, index) =>
    textsOf(translation).map((text) => {
      const lint = known.get(text.source) ?? lintTemplate(text.source);
      known.set(text.source, lint);
      return { ...lint, index, language: translation.language, text };
    }),
  );
};
