import { lintTemplate, sayProblem, type TemplateProblem } from '../../content/liquid/lint.js';
import type { Database } from '../../database/database.js';
import type { Caller } from '../caller.js';
import { lintPush, type TextReport } from './template-rules.js';

/** A problem of one text of a push. */
export interface TextProblem extends TemplateProblem {
  /** null: the text belongs to no push. */
  readonly field: string | null;
  readonly language: string | null;
  /** One English sentence. */
  readonly message: string;
}

type GivenTemplates = Parameters<typeof lintPush>[0];

/** A push with many languages repeats its problems. */
const MAX_PROBLEMS = 100;

/** Finds mistakes in templates, outputs whose value may be missing, and attributes that nobody has defined. */
export class TemplateCheckService {
  constructor(private readonly database: Database) {}

  /** Returns the first 100 problems of a push. */
  async check({ userId }: Pick<Caller, 'userId'>, push: GivenTemplates): Promise<readonly TextProblem[]> {
    const texts = lintPush(push);
    const defined = await this.definedAmong(
      userId,
      texts.flatMap(({ attributes }) => attributes.map(({ key }) => key)),
    );
    const problems = texts.flatMap((linted) => [
      ...linted.problems.map((problem) => ({ ...problem, ...placeOf(linted) })),
      ...linted.attributes.flatMap((named) =>
        defined.has(named.key) ? [] : [{ ...undefinedAttribute(named), ...placeOf(linted) }],
      ),
    ]);
    return problems.slice(0, MAX_PROBLEMS).map(withMessage);
  }

  /** Checks a text that belongs to no push yet. */
  async checkText({ userId }: Caller, text: string): Promise<readonly TextProblem[]> {
    const { problems, attributes } = lintTemplate(text);
    const defined = await this.definedAmong(
      userId,
      attributes.map(({ key }) => key),
    );
    const unknown = attributes.filter(({ key }) => !defined.has(key)).map(undefinedAttribute);
    const found = [...problems, ...unknown].slice(0, MAX_PROBLEMS);
    return found.map((problem) => withMessage({ ...problem, field: null, language: null }));
  }

  /** An account has at most 1,000 definitions. */
  private async definedAmong(userId: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const sql = 'SELECT name FROM attribute_definition WHERE user_id = ?';
    const rows = await this.database.query<{ name: string }>(sql, [userId]);
    return new Set(rows.map(({ name }) => name));
  }
}

const withMessage = (problem: Omit<TextProblem, 'message'>): TextProblem => ({
  ...problem,
  message: sayProblem(problem),
});

const placeOf = ({ index, language, text: { name } }: TextReport) => ({
  field: `translations[${index}].${name}`,
  language,
});

const undefinedAttribute = ({ key, ...place }: { key: string; line: number; column: number }): TemplateProblem => ({
  ...place,
  severity: 'WARNING',
  code: 'UNDEFINED_ATTRIBUTE',
  detail: key,
});
