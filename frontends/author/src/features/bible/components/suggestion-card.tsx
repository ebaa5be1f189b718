import type { ReviewAction } from '@inkbear/contracts/bible/bible';
import type { BibleSuggestion } from '@inkbear/contracts/bible/suggestion';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type FormEvent, useState } from 'react';
import { QuoteLink, type QuotedPlace } from '../../../ui/quote-link.tsx';
import { useWriteBible } from '../bible.api.ts';
import { describeSuggestion, idOf } from '../suggestion-groups.ts';
import styles from './bible-panel.module.css';

interface Props {
  bookId: string;
  suggestion: BibleSuggestion;
  chapters: readonly ChapterItem[];
  canEdit: boolean;
  onDecide: (decision: ReviewAction) => void;
  onOpen: (entryId: string) => void;
  onGo: (place: QuotedPlace) => void;
}

/** One suggestion with the words it is taken from. */
export function SuggestionCard({ bookId, suggestion, chapters, canEdit, onDecide, onOpen, onGo }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const text = describeSuggestion(suggestion);
  const [place] = evidenceOf(suggestion);
  const edit = () => (suggestion.type === 'entry' ? onOpen(suggestion.entry.id) : setIsEditing(true));
  return (
    <article className={styles['suggestion']} data-row={idOf(suggestion)} aria-label={text}>
      <p className={styles['value']}>{text}</p>
      {suggestion.type === 'fact' && suggestion.fact.modality === 'spoken' && (
        <p className={styles['note']}>Somebody says this in the story.</p>
      )}
      {place && <QuoteLink place={place} chapters={chapters} onGo={onGo} />}
      {isEditing && suggestion.type === 'fact' ? (
        <EditFact bookId={bookId} fact={suggestion.fact} onClose={() => setIsEditing(false)} />
      ) : (
        canEdit && (
          <div className={styles['buttons']}>
            <PlainButton small onClick={() => onDecide('accept')}>
              Accept
            </PlainButton>
            {suggestion.type !== 'relation' && (
              <PlainButton small variant="quiet" onClick={edit}>
                Edit
              </PlainButton>
            )}
            <PlainButton small variant="quiet" onClick={() => onDecide('dismiss')}>
              Dismiss
            </PlainButton>
            <PlainButton small variant="quiet" onClick={() => onDecide('lock')}>
              Lock
            </PlainButton>
          </div>
        )
      )}
    </article>
  );
}

function evidenceOf(suggestion: BibleSuggestion): readonly QuotedPlace[] {
  if (suggestion.type === 'entry') return [];
  return suggestion.type === 'fact' ? suggestion.fact.evidence : suggestion.relation.evidence;
}

type Fact = Extract<BibleSuggestion, { type: 'fact' }>['fact'];

/** Saving accepts the fact as the author words it. */
function EditFact({ bookId, fact, onClose }: { bookId: string; fact: Fact; onClose: () => void }) {
  const [value, setValue] = useState(fact.value);
  const { mutate, isPending } = useWriteBible(bookId);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    mutate({ kind: 'update-fact', fact, value }, { onSuccess: onClose });
  };
  return (
    <form className={styles['form']} aria-label="Edit the fact" onSubmit={save}>
      <TextField
        label="Fact"
        maxLength={300}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <div className={styles['buttons']}>
        <PlainButton small type="submit" disabled={isPending || value.trim() === ''}>
          Save and accept
        </PlainButton>
        <PlainButton small variant="quiet" onClick={onClose}>
          Cancel
        </PlainButton>
      </div>
    </form>
  );
}
