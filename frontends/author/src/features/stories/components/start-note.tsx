import type { Story } from '@inkbear/contracts/stories/story';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { aiStatusQuery } from '../../ai-tools/ai.api.ts';
import styles from './start-note.module.css';

/** Explains how to start an empty story. */
export function StartNote({ story }: { story: Story }) {
  const { data: status } = useQuery(aiStatusQuery());
  return (
    <aside className={styles['note']} aria-label="How to begin">
      <p>
        <strong>Generate Story</strong> writes a first draft of about {wordsText(story.targetWordCount)} from your
        answers and inserts it here. Or start writing yourself.
      </p>
      {status?.provider === 'offline' && (
        <p className={styles['offline']}>
          No AI model is connected here. The offline text generator uses only your answers, so its draft is about as
          long as they are.
        </p>
      )}
    </aside>
  );
}
