export interface Difference {
  readonly name: string;
  /** Undefined where there was or is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an action changed, field by field; what stayed is left out. Values that have no fields are compared whole. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  if (!isRecord(before) && !isRecord(after))
    return onlyChanged([{ name: 'value', before: textOf(before ?? undefined), after: textOf(after ?? undefined) }]);
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return onlyChanged(names.map((name) => ({ name, before: textOf(was[name]), after: textOf(is[name]) })));
}

const onlyChanged = (differences: Difference[]): Difference[] =>
  differences.filter(({ before, after }) => before !== after);

/** All differences in one line, for a file. */
export const differencesText = (before: unknown, after: unknown): string =>
  differencesOf(before, after)
    .map((each) => `${each.name}: ${each.before ?? '–'} → ${each.after ?? '–'}`)
    .join('; ');
