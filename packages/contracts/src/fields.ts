import { z } from 'zod';

/** A UUIDv7 created by the owner. Other values are accepted, but match no row. */
export const id = z.string().min(1).max(64);
/** ISO 8601, UTC. */
export const isoTime = z.iso.datetime();
export const idParams = z.object({ id });
export const message = z.object({ message: z.string() });

/** A trimmed, lower-case e-mail address; the specification defines the message. */
export const email = z
  .string('Please enter a valid email address')
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

/** An optional line of text: trimmed, at most `max` UTF-16 units. */
export const line = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters`);
/** Longer text, stored as typed. */
export const prose = (max: number) => z.string().max(max, `Please use at most ${max} characters`);

/** A body that refuses unknown fields, except those in `dropped`, which some clients send and no server reads. */
export function body<S extends z.ZodRawShape>(shape: S, dropped: readonly string[] = []) {
  const known = z.strictObject(shape);
  const ignored: Record<string, z.ZodOptional<z.ZodUnknown>> = Object.fromEntries(
    dropped.map((key) => [key, z.unknown().optional()]),
  );
  return z.strictObject({ ...shape, ...ignored }).transform((value) => {
    for (const key of dropped) delete (value as Record<string, unknown>)[key];
    return value as z.output<typeof known>;
  }) as unknown as z.ZodType<z.output<typeof known>, z.input<typeof known>>;
}
