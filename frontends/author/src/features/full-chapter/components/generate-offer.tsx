import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { isUsedUp, remainingText, remainingWordsText } from '@inkbear/web-kit/ai-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { aiLimitsQuery, aiStatusQuery } from '../../ai-tools/ai.api.ts';
import styles from './full-chapter.module.css';

interface Props {
  bookId: string;
  chapterId: string;
  isPro: boolean;
  onGenerate: () => void;
}

/** Explains Generate before it is pressed: what it does, how long it takes and how many uses remain. */
export function GenerateOffer({ bookId, chapterId, isPro, onGenerate }: Props) {
  const { data: status } = useQuery(aiStatusQuery());
  const isOffline = status?.provider === 'offline';
  const { data: limits } = useQuery({ ...aiLimitsQuery({ bookId, chapterId }), enabled: isPro });
  const remaining = [remainingText(limits, 'chapter.generate', 'generation'), remainingWordsText(limits)]
    .filter(Boolean)
    .join(' ');
  return (
    <section className={styles['offer']} aria-labelledby="generate-title">
      <h2 id="generate-title">Generate this chapter</h2>
      <p>
        {isOffline ? 'Generate' : 'AI'} writes about 2,500 words from this chapter’s plan and your outline, in about a
        minute. The text is inserted here and saved; the previous text stays in the history.
      </p>
      {remaining !== '' && <p className={styles['offline']}>{remaining}</p>}
      {isOffline && (
        <p className={styles['offline']}>
          No AI model is connected here. The offline text generator builds its text from your book’s own plan.
        </p>
      )}
      <PlainButton disabled={isUsedUp(limits, 'chapter.generate')} onClick={onGenerate}>
        Generate
      </PlainButton>
    </section>
  );
}
