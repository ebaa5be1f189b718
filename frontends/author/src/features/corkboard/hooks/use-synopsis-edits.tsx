import type { SceneReply } from '@inkbear/contracts/books/scene';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { findDraft, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { isStale } from '../../../kit/use-put-mutation.ts';
import { createRequiredContext } from '../../../ui/required-context.ts';
import { scenesQuery, useSaveSynopsis } from '../scenes.api.ts';
import { indexToSave, isEdited, type SynopsisEdit } from '../synopsis-edits.ts';

/** How often a save is tried again after 412, each time with the scenes as they are then. */
const maxTries = 3;

export interface SynopsisActions {
  readonly begin: (chapterId: string, scene: SceneReply) => void;
  readonly type: (id: string, typed: string) => void;
  /** Saves an edit, which ends then; false when it was not saved. */
  readonly save: (id: string) => Promise<boolean>;
  /** Saves an edit to this scene, whatever is stored there. */
  readonly saveTo: (id: string, scene: SceneReply) => Promise<boolean>;
  readonly discard: (id: string) => void;
  /** Saves all edits, and ends those without a change; false when one was not saved. */
  readonly saveAll: () => Promise<boolean>;
}

interface Edits {
  readonly edits: readonly SynopsisEdit[];
}

const [EditsProvider, useEdits] = createRequiredContext<Edits>('The list of synopses');
const [ActionsProvider, useActions] = createRequiredContext<SynopsisActions>('The actions of synopses');

/** The edits of one book. A component that reads them renders with each keystroke. */
export const useSynopsisEdits = (): readonly SynopsisEdit[] => useEdits().edits;
/** The same object on every render. */
export const useSynopsisActions = useActions;

/**
 * Holds the synopses that the author is writing on the board of a book, so that they survive when their cards move or are
 * hidden. They are kept as a draft until they are saved, and saved when the board closes.
 */
export function SynopsisEditsProvider({ bookId, children }: { bookId: string; children: ReactNode }) {
  const draftKey = `synopses:${bookId}`;
  const [edits, setEdits] = useState<readonly SynopsisEdit[]>(() =>
    (findDraft<readonly SynopsisEdit[]>(draftKey) ?? []).map((edit) => ({ ...edit, isSaving: false })),
  );
  const latest = useRef(edits);
  const send = useSendEdit();
  const latestSend = useRef(send);
  latestSend.current = send;
  const actions = useMemo(() => {
    // Several actions may follow each other before the next render, so each reads the result of the one before it.
    const set = (next: readonly SynopsisEdit[]) => {
      latest.current = next;
      setEdits(next);
    };
    return createActions({ read: () => latest.current, set, send: (edit) => latestSend.current(edit) });
  }, []);
  const changed = edits.filter(isEdited);
  useFormDraft(draftKey, changed.length === 0 ? null : { values: changed, save: actions.saveAll });
  const value = useMemo(() => ({ edits }), [edits]);
  return (
    <ActionsProvider value={actions}>
      <EditsProvider value={value}>{children}</EditsProvider>
    </ActionsProvider>
  );
}

interface EditStore {
  readonly read: () => readonly SynopsisEdit[];
  readonly set: (edits: readonly SynopsisEdit[]) => void;
  /** Resolves with the stored scene, or with null when the author must choose between two versions. */
  readonly send: (edit: SynopsisEdit) => Promise<SceneReply | null>;
}

function createActions({ read, set, send }: EditStore): SynopsisActions {
  const change = (id: string, part: Partial<SynopsisEdit>) =>
    set(read().map((edit) => (edit.id === id ? { ...edit, ...part } : edit)));
  const discard = (id: string) => set(read().filter((edit) => edit.id !== id));
  const save = async (id: string): Promise<boolean> => {
    const edit = read().find((each) => each.id === id);
    if (edit === undefined) return true;
    if (edit.isSaving) return false;
    change(id, { isSaving: true, failure: null, hasConflict: false });
    try {
      const saved = await send(edit);
      if (saved === null) change(id, { isSaving: false, hasConflict: true });
      else if (read().find((each) => each.id === id)?.typed === edit.typed) discard(id);
      else change(id, { isSaving: false, seen: saved });
      return saved !== null;
    } catch (error) {
      change(id, { isSaving: false, failure: failureText(error) });
      return false;
    }
  };
  return {
    begin: (chapterId, seen) =>
      set([
        ...read(),
        {
          id: crypto.randomUUID(),
          chapterId,
          seen,
          typed: seen.synopsis,
          isSaving: false,
          failure: null,
          hasConflict: false,
        },
      ]),
    type: (id, typed) => change(id, { typed, failure: null }),
    save,
    saveTo: (id, seen) => {
      change(id, { seen });
      return save(id);
    },
    discard,
    saveAll: async () => {
      set(read().filter(isEdited));
      const results = await Promise.all(read().map(({ id }) => save(id)));
      return results.every(Boolean);
    },
  };
}

/** Sends an edit with the revision of the scenes on the board. After 412 the scenes are read again, and the scene is found by its text. */
function useSendEdit(): EditStore['send'] {
  const client = useQueryClient();
  const saving = useSaveSynopsis();
  return async (edit) => {
    const { chapterId, typed } = edit;
    const query = scenesQuery(chapterId);
    let read = await client.fetchQuery({ ...query, staleTime: Infinity });
    for (let tries = 1; ; tries += 1) {
      const index = indexToSave(read.scenes, edit);
      if (index === null) return null;
      try {
        return await saving.mutateAsync({ chapterId, rev: read.rev, index, synopsis: typed });
      } catch (error) {
        if (!isStale(error) || tries === maxTries) throw error;
        read = await client.fetchQuery({ ...query, staleTime: 0 });
      }
    }
  };
}

function failureText(error: unknown): string {
  if (isSignedOut(error)) return 'You are logged out. Your text is kept here; sign in, then save it again.';
  if (isStale(error)) return 'The chapter is being changed somewhere else. Your text is kept here; please try again.';
  return `${messageOf(error, 'The server did not answer.')} Your text is kept here; please try again.`;
}
