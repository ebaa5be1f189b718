/** Texts of a form by field, which others may change while it is open. */
export type FieldTexts<F> = Readonly<Record<keyof F, string>>;

const namesOf = <F extends FieldTexts<F>>(fields: Partial<F>) => Object.keys(fields) as (keyof F)[];
const pick = <F extends FieldTexts<F>>(
  names: readonly (keyof F)[],
  text: (name: keyof F) => string | undefined,
): Partial<F> => Object.fromEntries(names.map((name) => [name, text(name)])) as Partial<F>;

/** Only what was changed, so that a field changed elsewhere stays as it is there. Null: nothing. */
export function changedFields<F extends FieldTexts<F>>(before: F, after: F): Partial<F> | null {
  const changed = namesOf(before).filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : pick(changed, (name) => after[name]);
}

/** What stood in the changed fields when the form was begun. */
export const expectedFields = <F extends FieldTexts<F>>(start: F, changed: Partial<F>): Partial<F> =>
  pick(namesOf(changed), (name) => start[name]);

/** Takes over what changed elsewhere, except where somebody has typed. */
export const rebaseForm = <F extends FieldTexts<F>>(typed: F, start: F, now: F): F =>
  pick(namesOf(start), (name) => (typed[name] === start[name] ? now[name] : typed[name])) as F;

/**
 * What stands on the server in fields that were changed here and there since `start`, by field: nobody may choose but
 * the author.
 * `sent` is what this form has saved itself, which is no change by somebody else.
 */
export function conflictingFields<F extends FieldTexts<F>>({
  typed,
  start,
  now,
  sent,
}: {
  typed: F;
  start: F;
  now: F;
  sent: F | null;
}): Partial<F> {
  const clashing = namesOf(start).filter(
    (name) =>
      now[name] !== start[name] &&
      typed[name] !== start[name] &&
      typed[name] !== now[name] &&
      sent?.[name] !== now[name],
  );
  return pick(clashing, (name) => now[name]);
}
