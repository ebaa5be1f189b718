/** The texts of a form by field. Other clients may change them while the form is open. */
export type FieldTexts<F> = Readonly<Record<keyof F, string>>;

const namesOf = <F extends FieldTexts<F>>(fields: Partial<F>) => Object.keys(fields) as (keyof F)[];
const pick = <F extends FieldTexts<F>>(
  names: readonly (keyof F)[],
  text: (name: keyof F) => string | undefined,
): Partial<F> => Object.fromEntries(names.map((name) => [name, text(name)])) as Partial<F>;

/** The changed fields only, so that saving does not overwrite fields changed elsewhere; null without changes. */
export function changedFields<F extends FieldTexts<F>>(before: F, after: F): Partial<F> | null {
  const changed = namesOf(before).filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : pick(changed, (name) => after[name]);
}

/** The values of the changed fields when editing began. */
export const expectedFields = <F extends FieldTexts<F>>(start: F, changed: Partial<F>): Partial<F> =>
  pick(namesOf(changed), (name) => start[name]);

/** Updates fields that changed elsewhere, except those in which the author has typed. */
export const rebaseForm = <F extends FieldTexts<F>>(typed: F, start: F, stored: F): F =>
  pick(namesOf(start), (name) => (typed[name] === start[name] ? stored[name] : typed[name])) as F;

/**
 * The server's values of fields that were changed on both sides since `start`; the author must choose.
 * @param fields.stored the values that the server has now
 * @param fields.sent what this form has saved itself, which is not a change by another client
 */
export function conflictingFields<F extends FieldTexts<F>>({
  typed,
  start,
  stored,
  sent,
}: {
  typed: F;
  start: F;
  stored: F;
  sent: F | null;
}): Partial<F> {
  const conflicting = namesOf(start).filter(
    (name) =>
      stored[name] !== start[name] &&
      typed[name] !== start[name] &&
      typed[name] !== stored[name] &&
      sent?.[name] !== stored[name],
  );
  return pick(conflicting, (name) => stored[name]);
}
