import { normaliseNewlines } from '@inkbear/prose/changes';
import { InvalidOriginsError, type OriginSpan, parseOrigins } from '@inkbear/prose/origins';
import { ProblemError } from '@inkbear/service-kit/problem';
import { commitSave, retryOnConflict } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import { diffTexts } from './diff-texts.ts';
import type { ManuscriptHead, ManuscriptKind } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { requireFits, throwStaleRevision } from './preconditions.ts';
import { withSaveMetrics } from './with-save-metrics.ts';

interface TextSaveRequest<R extends ManuscriptHead> {
  readonly id: string;
  readonly userId: string;
  /** The revision that the text is based on. Null overwrites any stored text, which stays in the history. */
  readonly baseRev: number | null;
  readonly content: string | undefined;
  /** Origins of ranges of `content`, as the client sent them. */
  readonly origins?: unknown;
  /** Other fields that the author set, such as a title; undefined ones are unchanged. */
  readonly fields: { readonly [F in keyof R]?: R[F] | undefined };
  /** Checks a precondition on the stored row. It throws to refuse the save. */
  readonly check?: (stored: R) => void;
  readonly timeZone: string;
}

/** Saves fields, the whole text or both. An unchanged text creates no revision. */
export const saveText = <R extends ManuscriptHead>(store: ManuscriptStore<R>, save: TextSaveRequest<R>): Promise<R> =>
  withSaveMetrics(store.manuscriptKind, () => saveFieldsAndText(store, save));

async function saveFieldsAndText<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  save: TextSaveRequest<R>,
): Promise<R> {
  const { manuscriptKind, heads, clock, newId, requireEditable, requireListCapacity, quota } = store;
  const { id, userId, baseRev, content, timeZone } = save;
  const fields = Object.fromEntries(
    Object.entries(save.fields).filter(([, value]) => value !== undefined),
  ) as Partial<R>;
  const text = content === undefined ? undefined : normaliseNewlines(content).toWellFormed();
  if (text !== undefined) requireFits(manuscriptKind, text);
  const origins = text === undefined ? [] : readOrigins(manuscriptKind, save.origins ?? [], text);
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
      : ({ text, changes: diffTexts(head.content, text), changeId: newId(), kind, origins } as const);
    const plan = decideSave(manuscriptKind, head, { fields, text: textSave, now: clock.now(), timeZone });
    // Overwriting any text counts as creating, because the client may not know the stored text.
    const operation = textSave?.kind === 'forced-put' ? 'create' : 'edit';
    await requireListCapacity(head, plan.fieldDelta);
    const isWritten = await quota.reserve({ userId, operation, bytes: plan.storedDelta }, () =>
      commitSave(store, plan),
    );
    return isWritten ? plan.after : null;
  });
}

/** Throws 400 for origins that do not fit the text. */
function readOrigins<R extends ManuscriptHead>(
  { errors }: ManuscriptKind<R>,
  origins: unknown,
  text: string,
): OriginSpan[] {
  try {
    return parseOrigins(origins, text.length);
  } catch (error) {
    if (error instanceof InvalidOriginsError) throw new ProblemError(errors.invalidChanges, { cause: error });
    throw error;
  }
}
