/** The total length of all strings in a task, nested ones included, in UTF-16 units. It copies no string. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  const parts: Iterable<unknown> = value instanceof Set ? value : Object.values(value);
  for (const part of parts) characters += charactersOf(part);
  return characters;
}
