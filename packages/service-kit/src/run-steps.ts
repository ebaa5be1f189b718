/** A step that fails does not keep the later ones from running; what failed is thrown at the end, all of it. */
export async function runSteps(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  const [first] = failures;
  if (failures.length === 1) throw first;
  // A log line shows an error's message and cause, not what an AggregateError holds.
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} steps failed: ${failures.map(String).join(' · ')}`, {
      cause: first,
    });
}
