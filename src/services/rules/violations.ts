import { type AppError, invalidInput, type Violation } from '../../errors.js';

/** Collects every broken rule of one input, so that the user sees them all at once. */
export class Violations {
  private readonly found: Violation[] = [];

  add(field: string, message: string, code = 'INVALID'): void {
    this.found.push({ field, message, code });
  }

  check(holds: boolean, field: string, message: string, code?: string): void {
    if (!holds) this.add(field, message, code);
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  /** BAD_USER_INPUT with every broken rule; null if there is none. */
  get error(): AppError | null {
    return this.isEmpty ? null : invalidInput(this.found);
  }

  /** @throws BAD_USER_INPUT if any rule was broken. */
  throwIfAny(): void {
    const { error } = this;
    if (error) throw error;
  }
}
