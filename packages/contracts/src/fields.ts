import { z } from 'zod';

/** Dot segments (`.` and `..`): a path parser resolves them, even when encoded. */
const isPathStep = (value: string): boolean => value === '.' || value === '..';

/** A UUIDv7 created by the owner. Other values are accepted, but match no row. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .refine((value) => !isPathStep(value), 'This is not an id');
/** ISO 8601, UTC. */
export const isoTime = z.iso.datetime();
export const idParams = z.object({ id });
export const message = z.object({ message: z.string() });

/** A trimmed, lower-case email address; the specification defines the message. */
export const email = z
  .string('Please enter a valid email address')
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

/** A line of text: trimmed, at most `max` UTF-16 units, may be empty. */
export const line = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters`);
/** A longer text of at most `max` UTF-16 units, stored as typed. */
export const prose = (max: number) => z.string().max(max, `Please use at most ${max} characters`);

/** A body that refuses unknown fields. Fields in `ignored`, which some clients send, are accepted and removed. */
export function body<S extends z.ZodRawShape>(shape: S, ignored: readonly string[] = []) {
  const known = z.strictObject(shape);
  const ignoredShape: Record<string, z.ZodOptional<z.ZodUnknown>> = Object.fromEntries(
    ignored.map((key) => [key, z.unknown().optional()]),
  );
  return z.strictObject({ ...shape, ...ignoredShape }).transform((value) => {
    for (const key of ignored) delete (value as Record<string, unknown>)[key];
    return value as z.output<typeof known>;
  }) as unknown as z.ZodType<z.output<typeof known>, z.input<typeof known>>;
}
