/** Texts of a form by field. */
type Texts<F> = Readonly<Record<keyof F, string>>;

/**
 * What stands on the server in fields that were changed here and there since `start`, by field: nobody may choose but the author.
 * `sent` is what this form has saved itself, which is no change by somebody else.
 */
export function clashesOf<F extends Texts<F>>({ typed, start, now, sent }: { typed: F; start: F; now: F; sent: F | null }): Partial<F> {
  const names = Object.keys(start) as (keyof F)[];
  return Object.fromEntries(names.filter((name) => now[name] !== start[name] && typed[name] !== start[name] && typed[name] !== now[name] && sent?.[name] !== now[name]).map((name) => [name, now[name]])) as Partial<F>;
}

export function without<F extends object>(fields: F, name: keyof F): F {
  const rest = { ...fields };
  delete rest[name];
  return rest;
}
