import { getAiStatus } from '@inkbear/contracts/ai/limit';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import styles from './full-chapter.module.css';

/** What Generate does, said before it is pressed. */
export function GenerateOffer({ onGenerate }: { onGenerate: () => void }) {
  const { data: status } = useQuery(read(getAiStatus));
  return (
    <section className={styles['offer']} aria-labelledby="generate-title">
      <h2 id="generate-title">Generate this chapter</h2>
      <p>About 2,500 words from its plan and your outline. They are put in here and saved; what stood here before stays in the history.</p>
      {status?.provider === 'offline' && <p className={styles['offline']}>No AI model is connected here. The offline writer builds its text from your book’s own plan.</p>}
      <PlainButton onClick={onGenerate}>Generate</PlainButton>
    </section>
  );
}
