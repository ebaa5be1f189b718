import { type Matter, type MatterKind } from '@inkbear/contracts/books/matter';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { useRef } from 'react';
import { isRefused, isStale, useSaveMatter } from '../design.api.ts';
import { isMatterValid, listPieces, matterTextsOf, type MatterTexts, normaliseMatter } from '../matter-texts.ts';
import { useAutosave } from './use-autosave.ts';
import { type FormState, keepTyped, stateOf } from './use-design-form.ts';

export interface MatterForm {
  readonly texts: MatterTexts;
  readonly isValid: boolean;
  readonly conflicts: Partial<MatterTexts>;
  readonly state: FormState;
  readonly failure: string | null;
  readonly edit: (part: Partial<MatterTexts>) => void;
  readonly keepMine: (kind: MatterKind) => void;
  readonly acceptStored: (kind: MatterKind) => void;
  readonly save: () => Promise<boolean>;
}

/** Front and back matter of a book as a form that saves itself. Must be used in a component that is keyed by the book. */
export function useMatterForm(bookId: string, matter: Matter): MatterForm {
  const saving = useSaveMatter(bookId);
  const sent = useRef<MatterTexts | null>(null);
  const { typed, isChanged, conflicts, edit, keepMine, acceptStored, save } = useSharedForm<MatterTexts>({
    draftKey: `matter:${bookId}`,
    stored: matterTextsOf(matter),
    isValid: isMatterValid,
    normalise: normaliseMatter,
    send: (texts) => {
      sent.current = texts;
      return saving.mutateAsync({ rev: matter.rev, pieces: listPieces(texts) }).then(
        (saved) => keepTyped(texts, normaliseMatter(texts), matterTextsOf(saved)),
        () => null,
      );
    },
  });
  const hasConflict = Object.keys(conflicts).length > 0;
  const isValid = isMatterValid(typed);
  const error = saving.isError && !isStale(saving.error) ? saving.error : null;
  useAutosave({
    version: typed,
    canSave: isChanged && isValid && !hasConflict && !saving.isPending && !(isRefused(error) && sent.current === typed),
    hasFailed: error !== null,
    save: () => save(),
  });
  return {
    texts: typed,
    isValid,
    conflicts,
    state: stateOf({ hasConflict, isPending: saving.isPending, hasFailed: error !== null && isChanged, isChanged }),
    failure: error === null || isSignedOut(error) ? null : messageOf(error, 'The server did not answer.'),
    edit,
    keepMine,
    acceptStored,
    save: () => save(),
  };
}
