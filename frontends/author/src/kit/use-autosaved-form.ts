import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { type SharedForm, useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { useEffect, useRef } from 'react';
import { isFinalRefusal, isStale } from './use-put-mutation.ts';

/** The debounce of a save, and the delay of the retry after a failure, in milliseconds. */
const pauseMs = 800;
const retryMs = 10_000;

/** Whether the form's values are stored on the server. */
export type FormState = 'saved' | 'saving' | 'unsaved' | 'conflict' | 'failed';

type FormTexts = Readonly<Record<string, string>>;

interface Options<Texts> {
  readonly draftKey: string;
  readonly stored: Texts;
  readonly isValid: (texts: Texts) => boolean;
  /** Normalises texts as the server does: `11.` becomes `11`. */
  readonly normalise: (texts: Texts) => Texts;
  /** Saves valid texts and resolves with those of the server's reply; rejects when they were not saved. */
  readonly send: (texts: Texts) => Promise<Texts>;
  /** The state of the mutation that `send` calls. */
  readonly saving: { readonly error: Error | null; readonly isPending: boolean };
}

export interface AutosavedForm<Texts> extends Pick<
  SharedForm<Texts>,
  'conflicts' | 'edit' | 'keepMine' | 'acceptStored'
> {
  readonly texts: Texts;
  readonly state: FormState;
  /** The error of the last save; null when the values were changed elsewhere, which `conflicts` shows. */
  readonly error: Error | null;
  /** The error for the author; null also when the author is signed out, which the page shows itself. */
  readonly failure: string | null;
  /** Saves now; true when the server has exactly these texts. */
  readonly save: () => Promise<boolean>;
}

/** A form of texts with autosave, which retries after a failure and when the browser is online again. */
export function useAutosavedForm<Texts extends FormTexts>(options: Options<Texts>): AutosavedForm<Texts> {
  const { draftKey, stored, isValid, normalise, send, saving } = options;
  const sent = useRef<Texts | null>(null);
  const form = useSharedForm<Texts>({
    draftKey,
    stored,
    isValid,
    normalise,
    send: (texts) => {
      sent.current = texts;
      return send(texts).then(
        (saved) => keepTyped(texts, normalise(texts), saved),
        () => null,
      );
    },
  });
  const { typed, isChanged, conflicts, edit, keepMine, acceptStored } = form;
  const { isPending } = saving;
  const error = isStale(saving.error) ? null : saving.error;
  const hasConflict = Object.keys(conflicts).length > 0;
  const wasRefused = isFinalRefusal(error) && sent.current === typed;
  useAutosave({
    version: typed,
    canSave: isChanged && isValid(typed) && !hasConflict && !isPending && !wasRefused,
    hasFailed: error !== null,
    save: () => form.save(),
  });
  return {
    texts: typed,
    conflicts,
    state: stateOf({ hasConflict, isPending, hasFailed: error !== null && isChanged, isChanged }),
    error,
    failure: error === null || isSignedOut(error) ? null : messageOf(error, 'The server did not answer.'),
    edit,
    keepMine,
    acceptStored,
    save: () => form.save(),
  };
}

/** Each field as typed if the server stored the same value (`11.` for 11), otherwise as the server stored it. */
const keepTyped = <Texts extends FormTexts>(typed: Texts, normalised: Texts, saved: Texts): Texts =>
  Object.fromEntries(
    Object.entries(saved).map(([field, text]) => [field, normalised[field] === text ? typed[field] : text]),
  ) as Texts;

function stateOf({
  hasConflict,
  isPending,
  hasFailed,
  isChanged,
}: Record<'hasConflict' | 'isPending' | 'hasFailed' | 'isChanged', boolean>): FormState {
  if (hasConflict) return 'conflict';
  if (isPending) return 'saving';
  if (hasFailed) return 'failed';
  return isChanged ? 'unsaved' : 'saved';
}

interface Autosave {
  /** Changes with each change of the form. */
  readonly version: unknown;
  readonly canSave: boolean;
  readonly hasFailed: boolean;
  readonly save: () => Promise<boolean>;
}

function useAutosave({ version, canSave, hasFailed, save }: Autosave): void {
  const current = useRef(save);
  current.current = save;
  useEffect(() => {
    if (!canSave) return;
    const run = () => void current.current();
    const timer = setTimeout(run, hasFailed ? retryMs : pauseMs);
    window.addEventListener('online', run);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', run);
    };
  }, [version, canSave, hasFailed]);
}
