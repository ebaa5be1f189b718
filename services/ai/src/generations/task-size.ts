/** How many UTF-16 units all texts of a task have together, however deep they lie; copies and reads none of them. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  const parts: Iterable<unknown> = value instanceof Set ? value : Object.values(value);
  for (const part of parts) characters += charactersOf(part);
  return characters;
}
