import { normaliseNewlines } from '@inkbear/prose/changes';
import { commitSave, retryOnConflict } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import { diffTexts } from './diff-texts.ts';
import type { ManuscriptRow, ManuscriptStore } from './manuscript.ts';
import { requireFits, throwStaleRevision } from './preconditions.ts';

interface WholeSave<R extends ManuscriptRow> {
  readonly id: string;
  readonly userId: string;
  /** Null: whatever is stored is replaced, and stays in the history. */
  readonly baseRev: number | null;
  readonly content: string | undefined;
  /** What the author set beside the text; undefined ones stay. */
  readonly fields: { readonly [F in keyof R]?: R[F] | undefined };
  /** Throws when this must not be saved over what is stored. */
  readonly check?: (stored: R) => void;
  readonly timeZone: string;
}

/** Saves fields, the whole text or both. The same text again makes no revision. */
export async function saveText<R extends ManuscriptRow>(
  manuscripts: ManuscriptStore<R>,
  save: WholeSave<R>,
): Promise<R> {
  const { manuscriptKind, heads, clock, newId, requireEditable, requireListCapacity, quota } = manuscripts;
  const { id, userId, baseRev, content, timeZone } = save;
  const fields = Object.fromEntries(
    Object.entries(save.fields).filter(([, value]) => value !== undefined),
  ) as Partial<R>;
  const text = content === undefined ? undefined : normaliseNewlines(content).toWellFormed();
  if (text !== undefined) requireFits(manuscriptKind, text);
  return await retryOnConflict(async () => {
    const head = await heads.getLive(id, userId);
    if (baseRev !== null && head.rev !== baseRev) throwStaleRevision(manuscriptKind, head);
    save.check?.(head);
    await requireEditable(head);
    const isSameText = text === undefined || text === head.content;
    if (isSameText && Object.keys(fields).length === 0) return head;
    const kind = baseRev === null ? 'forced-put' : 'put';
    const textSave = isSameText
      ? undefined
      : ({ text, changes: diffTexts(head.content, text), changeId: newId(), kind, origins: [] } as const);
    const decision = decideSave(manuscriptKind, head, { fields, text: textSave, now: clock.now(), timeZone });
    // A text that nobody has compared with what is stored counts as something new.
    const operation = textSave?.kind === 'forced-put' ? 'create' : 'edit';
    await requireListCapacity(head, decision.fieldDelta);
    const isWritten = await quota.reserve({ userId, operation, bytes: decision.storedDelta }, () =>
      commitSave(manuscripts, decision),
    );
    return isWritten ? decision.after : null;
  });
}
