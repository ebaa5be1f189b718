import { applyChanges, InvalidChangesError, parseChanges } from '@inkbear/prose/changes';
import { InvalidOriginsError, parseOrigins } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/thinning';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Change } from './change.ts';
import { commitSave, untilWritten } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import type { ManuscriptRow, Noun } from './manuscript.ts';
import type { Manuscripts } from './manuscripts.ts';
import { requireFits, stale } from './refusals.ts';

export interface TextPatch {
  readonly id: string;
  readonly userId: string;
  /** The revision that the changes were made for. */
  readonly baseRev: number;
  readonly changeId: string;
  /** ChangeSet JSON as it was sent. */
  readonly changes: unknown;
  readonly origins: unknown;
  readonly kind: RevisionKind;
  readonly timeZone: string;
}

/**
 * Applies changes to the revision they were made for. A changeId that is known already answers what it answered then.
 * Without reading anything when this process saved the same head last; the write finds out whether that still holds.
 */
export async function patchText<R extends ManuscriptRow>(manuscripts: Manuscripts<R>, patch: TextPatch): Promise<R> {
  const { cache, heads } = manuscripts;
  const { id, userId, baseRev } = patch;
  const kept = cache.find(id);
  if (kept?.rev === baseRev && kept.userId === userId) {
    const saved = await attempt(manuscripts, kept, patch);
    if (saved) return saved;
  }
  return await untilWritten(async () => await attempt(manuscripts, await heads.getLive(id, userId), patch));
}

async function attempt<R extends ManuscriptRow>(manuscripts: Manuscripts<R>, row: R, patch: TextPatch): Promise<R | null> {
  const { noun, cache, clock, requireEditable } = manuscripts;
  const { baseRev, changeId, kind, timeZone } = patch;
  const earlier = row.recent.find((change) => change.changeId === changeId);
  if (earlier) return asOf(row, earlier);
  if (row.rev !== baseRev) return (await replay(manuscripts, row, changeId)) ?? stale(noun, row);
  await requireEditable(row);
  const decision = decideSave(noun, row, { text: { ...readPatch(noun, row, patch), changeId, kind }, mayWait: true, now: clock.now(), timeZone });
  cache.drop(row._id);
  if (!(await commitSave(manuscripts, decision))) return null;
  cache.keep(decision.after);
  return decision.after;
}

function readPatch<R extends ManuscriptRow>(noun: Noun<R>, { content }: R, patch: TextPatch) {
  try {
    const changes = parseChanges(patch.changes, content.length);
    const text = applyChanges(content, changes);
    requireFits(noun, text);
    return { text, changes, origins: parseOrigins(patch.origins, text.length) };
  } catch (error) {
    if (error instanceof InvalidChangesError || error instanceof InvalidOriginsError) throw new ProblemError(noun.errors.invalidChanges, { cause: error });
    throw error;
  }
}

/** Null for a changeId that the history does not know either. */
async function replay<R extends ManuscriptRow>({ history }: Manuscripts<R>, row: R, changeId: string): Promise<R | null> {
  const earlier = await history.findByChangeId(row._id, changeId);
  return earlier ? asOf(row, earlier) : null;
}

/** The manuscript as it was answered right after this change. */
const asOf = <R extends ManuscriptRow>(row: R, { rev, wordCount, isComplete, at }: Change): R => ({ ...row, rev, wordCount, isComplete, updatedAt: at });
