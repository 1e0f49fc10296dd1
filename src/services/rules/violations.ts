import { invalidInput, type Violation } from '../../errors.js';

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

  /** @throws BAD_USER_INPUT if any rule was broken. */
  throwIfAny(): void {
    if (this.found.length > 0) throw invalidInput(this.found);
  }
}
