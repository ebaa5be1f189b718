import type { ContextPart } from '@inkbear/contracts/ai/context';

/**
 * The parts that are sent, with those that the author excluded inserted at their positions.
 * @param allParts the parts that would be sent if nothing was excluded
 */
export function insertExcludedParts(
  sent: readonly ContextPart[],
  allParts: readonly ContextPart[],
  excluded: ReadonlySet<string>,
): ContextPart[] {
  const parts = [...sent];
  let next = 0;
  for (const part of allParts) {
    const at = parts.findIndex(({ id }) => id === part.id);
    if (at !== -1) next = at + 1;
    else if (wasExcluded(part, excluded)) {
      parts.splice(next, 0, { ...part, isExcluded: true });
      next += 1;
    }
  }
  return parts;
}

/**
 * Called only for a part that is not sent. A shared part is not sent when each of its chapters is excluded, or pinned
 * and therefore sent in full; it is shown as excluded if at least one chapter is excluded.
 */
const wasExcluded = ({ id, canExclude, chapters }: ContextPart, excluded: ReadonlySet<string>): boolean =>
  (canExclude && excluded.has(id)) || chapters.some((chapter) => excluded.has(chapter.id));
