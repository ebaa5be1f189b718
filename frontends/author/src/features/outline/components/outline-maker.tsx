import type { Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { isUsedUp, remainingText } from '@inkbear/web-kit/ai-limits.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { canTryAgain } from '@inkbear/web-kit/free-retries.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { aiLimitsQuery, aiStatusQuery } from '../../ai-tools/ai.api.ts';
import { outlineFailure, useSaveOutline } from '../outline.api.ts';
import { useOutlineWork } from '../hooks/use-outline-work.ts';
import styles from './outline-card.module.css';
import { SavedOutlines } from './saved-outlines.tsx';
import { OutlineProposal } from './outline-proposal.tsx';

/**
 * Generates an outline with AI. A book without one receives it at once; an existing one is replaced only after
 * accepting.
 */
export function OutlineMaker({ book }: { book: Book }) {
  const { data: ai } = useQuery(aiStatusQuery());
  const isOffline = ai?.provider === 'offline';
  const work = useOutlineWork(book);
  const saving = useSaveOutline(book.id, work.markSaved);
  const [hadNotes] = useState(work.notes !== '');
  const { proposal } = work;
  if (work.isGenerating)
    return (
      <div className={styles['maker']}>
        <p role="status" className={styles['note']}>
          Planning the chapters, about 10 seconds…
        </p>
        {work.receivedText !== '' && (
          <div className={styles['outline']} tabIndex={0} role="region" aria-label="Outline so far">
            {work.receivedText}
          </div>
        )}
        <PlainButton onClick={work.stop}>Stop</PlainButton>
      </div>
    );
  if (proposal !== null && proposal.outline !== book.outline)
    return (
      <OutlineProposal
        before={book.outline}
        after={proposal.outline}
        isOffline={isOffline}
        isSaving={saving.isPending}
        onAccept={(outline) => saving.mutate({ outline, replaces: book.outline, title: proposal.done })}
        onTryAgain={canTryAgain(proposal.first, Date.now()) ? work.tryAgain : null}
        onDiscard={work.discard}
      />
    );
  return <RequestForm {...{ book, work, saving, isOffline, hadNotes }} />;
}

interface FormProps {
  book: Book;
  work: ReturnType<typeof useOutlineWork>;
  saving: ReturnType<typeof useSaveOutline>;
  isOffline: boolean;
  /** There were unsent notes when the panel opened. */
  hadNotes: boolean;
}

/** The buttons to generate or regenerate the outline, and the saved outlines. */
function RequestForm({ book, work, saving, isOffline, hadNotes }: FormProps) {
  const { data: plan } = usePlanStatus();
  const { data: limits } = useQuery(aiLimitsQuery({ bookId: book.id }));
  const isEmpty = book.outline.trim() === '';
  const isUsed = isUsedUp(limits, 'book.outline') || isUsedUp(limits, 'ideas');
  const generate = () =>
    work.generate(null, (outline) => {
      if (isEmpty) saving.mutate({ outline, replaces: book.outline, title: 'Outline Generated!' });
    });
  return (
    <div className={styles['maker']}>
      {work.error !== null && (
        <p role="alert" className={styles['error']}>
          {outlineFailure(work.error)}
        </p>
      )}
      <PlainButton
        variant={isEmpty ? 'primary' : 'plain'}
        wide
        disabled={isUsed || saving.isPending}
        onClick={generate}
      >
        Generate outline
      </PlainButton>
      {!isEmpty && plan !== undefined && plan.plan !== 'free' && (
        <Regenerate work={work} hadNotes={hadNotes} isActive={plan.isActive} isUsedUp={isUsed} />
      )}
      <p className={styles['note']}>
        {isOffline &&
          'No AI model is connected here: the offline text generator works from the title and genre alone. '}
        {isEmpty
          ? 'From your title and genre, for 50,000 words. It is saved with the book.'
          : 'You see it beside your outline first; nothing is replaced until you accept.'}{' '}
        {remainingText(limits, 'book.outline', 'outline')}{' '}
        {plan?.plan === 'free' && remainingText(limits, 'ideas', 'idea request')}
      </p>
      <SavedOutlines
        bookId={book.id}
        current={book.outline}
        onOpen={(outline) => work.open({ outline, done: 'Outline Saved' })}
      />
    </div>
  );
}

interface RegenerateProps extends Pick<FormProps, 'work' | 'hadNotes'> {
  isActive: boolean;
  isUsedUp: boolean;
}

function Regenerate({ work, hadNotes, isActive, isUsedUp: isDisabled }: RegenerateProps) {
  const regenerate = () => {
    if (!isActive)
      return showToast({
        title: 'Pro Required',
        description: 'Regenerating the outline needs a Pro plan.',
        tone: 'destructive',
      });
    work.generate(work.notes);
  };
  return (
    <details className={styles['gaps']} open={hadNotes}>
      <summary>Regenerate with your notes</summary>
      <div className={styles['notes']}>
        <TextArea
          label="What should be different"
          isOptional
          rows={3}
          value={work.notes}
          maxLength={20_000}
          onChange={({ target }) => work.setNotes(target.value)}
        />
        <PlainButton disabled={isDisabled} onClick={regenerate}>
          Regenerate outline
        </PlainButton>
      </div>
    </details>
  );
}
