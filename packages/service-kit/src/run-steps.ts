/** Runs all steps in order, also after a failed one, and throws all failures at the end. */
export async function runSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  const [first] = failures;
  if (failures.length === 1) throw first;
  // The logger serialises message and cause, but not the `errors` of an AggregateError.
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} steps failed: ${failures.map(String).join(' · ')}`, {
      cause: first,
    });
}
