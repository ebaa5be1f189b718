import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BibleEntryDetails, EntryWithDecisionId } from '@inkbear/contracts/bible/bible';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { type SharedForm, useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { useRef } from 'react';
import { useWriteBible } from './bible.api.ts';
import { toAliases } from './bible-text.ts';
import { type EventTime, withoutDeletedEvent } from './timeline.ts';

/** What the author writes of an entry, as texts. */
export interface EntryTexts {
  readonly kind: EntryKind;
  readonly name: string;
  /** Separated by commas. */
  readonly aliases: string;
  readonly summary: string;
  readonly notes: string;
  /** When an event happens, as JSON; '' when that is not known. */
  readonly when: string;
}

export interface EntryFormState extends SharedForm<EntryTexts> {
  readonly canSave: boolean;
  /** False while an open conflict or a lock prevents it. */
  readonly canDelete: boolean;
  /** Saves what is typed, so that an undo restores it, and deletes the entry. */
  readonly remove: () => Promise<void>;
}

interface Options {
  readonly bookId: string;
  readonly entry: BibleEntryDetails;
  readonly entries: readonly BibleEntry[];
  readonly onDeleted: () => void;
}

/**
 * The fields of an entry: kept as a draft until they are saved, and saved when the form closes. Key the component by the
 * id of the entry.
 */
export function useEntryForm({ bookId, entry, entries, onDeleted }: Options): EntryFormState {
  const { mutate, mutateAsync, isPending } = useWriteBible(bookId);
  // A save that follows another one must send the revision that the previous save created.
  const latest = useRef<BibleEntry>(entry);
  latest.current = entry;
  const sending = useRef<{ readonly texts: string; readonly saved: Promise<EntryTexts | null> } | null>(null);
  const form = useSharedForm<EntryTexts>({
    draftKey: `entry:${entry.id}`,
    stored: textsOf(entry, entries),
    isValid: ({ name }) => name.trim() !== '',
    normalise: (typed) => ({ ...typed, name: typed.name.trim(), aliases: toAliases(typed.aliases).join(', ') }),
    send: (typed) => {
      const texts = JSON.stringify(typed);
      // A form that closes while it is saved must not send the same texts again, over the revision that they replace.
      if (sending.current?.texts !== texts) sending.current = { texts, saved: send(typed) };
      return sending.current.saved;
    },
  });
  const send = async (typed: EntryTexts): Promise<EntryTexts | null> => {
    try {
      const update = { kind: 'update', entry: latest.current, fields: fieldsOf(typed, latest.current) } as const;
      latest.current = (await mutateAsync(update)) as EntryWithDecisionId;
      return textsOf(latest.current, entries);
    } catch {
      // The mutation has reported it.
      return null;
    } finally {
      sending.current = null;
    }
  };
  const { typed, isChanged, conflicts, save } = form;
  const remove = async (): Promise<void> => {
    const isNamed = typed.name.trim() !== '';
    if (await save(isNamed ? typed : { ...typed, name: entry.name }))
      mutate({ kind: 'delete', entry: latest.current }, { onSuccess: onDeleted });
  };
  const isUndecided = Object.keys(conflicts).length > 0;
  const canSave = isChanged && typed.name.trim() !== '' && !isUndecided && !isPending;
  const canDelete = !isUndecided && !isPending && entry.status !== 'locked';
  return { ...form, canSave, canDelete, remove };
}

const textsOf = (
  { kind, name, aliases, summary, notes, when }: BibleEntry,
  entries: readonly BibleEntry[],
): EntryTexts => ({
  kind,
  name,
  aliases: aliases.join(', '),
  summary,
  notes,
  when: writeTime(withoutDeletedEvent(when, entries)),
});

function fieldsOf(typed: EntryTexts, { tracked, caseSensitive, inPrompt }: BibleEntry) {
  const when = readTime(typed.when);
  return {
    ...typed,
    aliases: toAliases(typed.aliases),
    ...{ tracked, caseSensitive, inPrompt },
    when,
  };
}

/** Equal times are equal texts. */
export function writeTime(when: EventTime | undefined): string {
  if (when === undefined) return '';
  const { date, weekday, relativeTo } = when;
  return JSON.stringify({
    date,
    weekday,
    relativeTo: relativeTo && { eventId: relativeTo.eventId, days: relativeTo.days },
  });
}

export const readTime = (text: string): EventTime | undefined =>
  text === '' ? undefined : (JSON.parse(text) as EventTime);
