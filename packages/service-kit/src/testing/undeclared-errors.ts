import type { OnUndeclaredError } from '../undeclared-errors.ts';

/** The undeclared error codes that a process has replied during a test, which must fail because of them. */
export class UndeclaredErrors {
  readonly #found: Error[] = [];

  readonly record: OnUndeclaredError = (route, problem) => {
    const message = `${route.id} replied ${problem.code}, which its contract does not declare.`;
    this.#found.push(new Error(message, { cause: problem }));
  };

  /** Throws the first of them. */
  throwIfAny(): void {
    const [first] = this.#found;
    if (first) throw first;
  }
}
