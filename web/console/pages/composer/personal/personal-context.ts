import { createContext, useContext } from 'react';
import type { TemplateProblemCode } from '../../../graph/generated/graphql.js';
import type { TemplateValue } from './expressions.js';

/** A mistake in the Liquid of a text, or a value without a fallback. */
export interface TemplateProblem {
  /** `title`, or `buttonLabels.ID`. */
  readonly field: string;
  /** Null for a field that is the same in every language. */
  readonly language: string | null;
  /** Null if the whole field is wrong. */
  readonly line: number | null;
  readonly column: number | null;
  /** Null for a text that the service refused; then only `message` says why. */
  readonly code: TemplateProblemCode | null;
  readonly detail: string;
  readonly message: string;
  readonly severity: 'ERROR' | 'WARNING';
}

/** The problems of one message, or null while the service has not checked its current texts. */
export type TemplateCheck = readonly TemplateProblem[] | null;

/** How many devices of a sample a message would leave out. */
export interface AbortSample {
  readonly sampled: number;
  readonly leftOut: number;
}

interface Personal {
  readonly values: readonly TemplateValue[];
  readonly problems: readonly TemplateProblem[];
}

/** The values and problems of the message that is being written. Null where texts cannot be personal. */
export const PersonalContext = createContext<Personal | null>(null);

export const usePersonal = (): Personal | null => useContext(PersonalContext);
