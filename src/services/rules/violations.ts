import { AppError, invalidInput, type Violation, type ViolationCode } from '../../errors.js';
import { isWithin } from '../../text/characters.js';

/** Collects every broken rule of one input, so that the user sees them all at once. */
export class Violations {
  private readonly found: Violation[] = [];

  add(field: string, message: string, code: ViolationCode = 'INVALID'): void {
    this.found.push({ field, message, code });
  }

  check(holds: boolean, field: string, message: string, code?: ViolationCode): void {
    if (!holds) this.add(field, message, code);
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  /** Returns BAD_USER_INPUT with every broken rule, or null. */
  get error(): AppError | null {
    return this.isEmpty ? null : invalidInput(this.found);
  }

  /**
   * Returns the result of a parser, which is null only after a broken rule. @throws BAD_USER_INPUT if any rule was
   * broken.
   */
  settle<T>(parsed: T | null): T {
    this.throwIfAny();
    if (parsed === null) throw new AppError('INTERNAL', 'A parser gave no value and no reason.');
    return parsed;
  }

  /** @throws BAD_USER_INPUT if any rule was broken. */
  throwIfAny(): void {
    const { error } = this;
    if (error) throw error;
  }
}

/** Why a text of 1 to `limit` characters is refused. */
export const codeOfText = (text: string, limit: number): ViolationCode => {
  if (text.trim() === '') return 'REQUIRED';
  return isWithin(text, limit) ? 'INVALID' : 'TOO_LONG';
};
