import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import type { Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { isUsedUp, leftText } from '@inkbear/web-kit/ai-limits.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outlineFailure, useMakeOutline, useSaveOutline } from '../api/make-outline.ts';
import styles from './outline-card.module.css';
import { KeptOutlines } from './kept-outlines.tsx';
import { OutlineProposal } from './outline-proposal.tsx';

/** AI's outline: into an empty book at once, over one that is there only when it is accepted. */
export function OutlineMaker({ book }: { book: Book }) {
  const { data: plan } = usePlanStatus();
  const { data: limits } = useQuery(read(getLimits, { query: { bookId: book.id } }));
  const { data: ai } = useQuery(read(getAiStatus));
  const isOffline = ai?.provider === 'offline';
  const [notes, setNotes] = useState('');
  const [reopened, setReopened] = useState<string | null>(null);
  const making = useMakeOutline(book);
  const saving = useSaveOutline(book.id);
  const isEmpty = book.outline.trim() === '';
  const doneTitle = typeof making.variables?.notes === 'string' ? 'Outline Regenerated!' : 'Outline Generated!';
  const isOut = isUsedUp(limits, 'book.outline') || isUsedUp(limits, 'ideas');
  const generate = () => making.mutate({ notes: null }, { onSuccess: (outline) => { if (outline !== null && isEmpty) saving.mutate({ outline, over: '', title: 'Outline Generated!' }); } });
  const regenerate = () => {
    if (plan?.isActive !== true) return toast({ title: 'Pro Required', description: 'Regenerating the outline needs a Pro plan.', tone: 'destructive' });
    making.mutate({ notes });
  };
  const close = () => {
    setReopened(null);
    making.reset();
  };
  const accept = (outline: string) => saving.mutate({ outline, over: book.outline, title: reopened === null ? doneTitle : 'Outline Saved' }, { onSuccess: ({ isSaved }) => { if (isSaved) close(); } });
  const planned = reopened ?? making.data ?? null;
  const isWaiting = planned !== null && planned !== book.outline;
  if (making.isPending) return <div role="status" className={styles['maker']}><p className={styles['note']}>Planning the chapters, about 10 seconds…</p><PlainButton onClick={making.stop}>Stop</PlainButton></div>;
  if (isWaiting) return <OutlineProposal before={book.outline} after={planned} isOffline={isOffline} isSaving={saving.isPending} onAccept={accept} onDiscard={close} />;
  return (
    <div className={styles['maker']}>
      {making.isError && <p role="alert" className={styles['error']}>{outlineFailure(making.error)}</p>}
      <PlainButton look={isEmpty ? 'primary' : 'plain'} wide disabled={isOut || saving.isPending} onClick={generate}>Generate outline</PlainButton>
      {!isEmpty && plan !== undefined && plan.plan !== 'free' && (
        <details className={styles['gaps']}>
          <summary>Regenerate with your notes</summary>
          <div className={styles['notes']}>
            <TextArea label="What should be different" isOptional rows={3} value={notes} maxLength={20_000} onChange={({ target }) => setNotes(target.value)} />
            <PlainButton disabled={isOut} onClick={regenerate}>Regenerate outline</PlainButton>
          </div>
        </details>
      )}
      <p className={styles['note']}>{isOffline && 'No AI model is connected here: the offline writer plans from the title and genre alone. '}{isEmpty ? 'From your title and genre, for 50,000 words. It is saved with the book.' : 'You see it beside your outline first; nothing is replaced until you accept.'} {leftText(limits, 'book.outline', 'outline')} {plan?.plan === 'free' && leftText(limits, 'ideas', 'idea')}</p>
      <KeptOutlines bookId={book.id} present={book.outline} onOpen={setReopened} />
    </div>
  );
}
