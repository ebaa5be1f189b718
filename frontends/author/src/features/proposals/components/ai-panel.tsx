import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { generatedWords } from '../api/write-chapter.ts';
import { isUsedUp, leftText } from '../limits.ts';
import styles from './ai-panel.module.css';

interface Props {
  bookId: string;
  chapterId: string;
  isEnhanced: boolean;
  isBusy: boolean;
  onGenerate: () => void;
}

/** What AI can do for this chapter, and what is left of it, before anything is pressed. */
export function AiPanel({ bookId, chapterId, isEnhanced, isBusy, onGenerate }: Props) {
  const { data: plan } = usePlanStatus();
  if (plan === undefined) return <p className={styles['note']}>Looking up your plan…</p>;
  if (plan.plan === 'free' || !plan.isActive) return <NeedsPro />;
  return <ProTools {...{ bookId, chapterId, isEnhanced, isBusy, onGenerate }} />;
}

function NeedsPro() {
  return (
    <div className={styles['panel']}>
      <h3>AI Tools (Pro Required)</h3>
      <p className={styles['note']}>AI writing tools require a Pro subscription. They write a chapter from your plan, and offer it beside your text for you to accept or not.</p>
      <ButtonLink to="/pricing">See plans</ButtonLink>
    </div>
  );
}

function ProTools({ bookId, chapterId, isEnhanced, isBusy, onGenerate }: Props) {
  const { data: limits } = useQuery(read(getLimits, { query: { bookId, chapterId } }));
  const { data: status } = useQuery(read(getAiStatus));
  const left = leftText(limits, 'chapter.generate', 'generation');
  const isOut = isUsedUp(limits, 'chapter.generate');
  return (
    <div className={styles['panel']}>
      <div className={styles['tool']}>
        <h3>{isEnhanced ? 'Enhanced Generate' : 'Generate chapter'}</h3>
        <p className={styles['note']}>Writes about {generatedWords.toLocaleString('en-GB')} words {isEnhanced ? 'from the characters and the plan in your outline' : 'from this chapter’s plan'}, in 10 to 15 seconds. It is a proposal: your text stays as it is until you accept.</p>
        <PlainButton look="primary" wide disabled={isBusy || isOut} onClick={onGenerate}>{isBusy ? 'Writing…' : isEnhanced ? 'Enhanced Generate' : 'Generate chapter'}</PlainButton>
        {left !== null && <p className={styles['left']}>{left}</p>}
      </div>
      {status?.provider === 'offline' && <p className={styles['offline']}>No AI model is connected here. The offline writer builds its text from your book’s own plan and says so on every proposal.</p>}
    </div>
  );
}
