import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { type StreamingText, useStreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { useEffect, useState } from 'react';
import { partText } from '../../../kit/use-streaming-request.ts';
import styles from './full-chapter.module.css';

/** The chapter while it is being generated. */
export function GenerationPreview({
  streamingText,
  language,
  onStop,
}: {
  streamingText: StreamingText;
  language: string;
  onStop: () => void;
}) {
  const { text, words, part } = useStreamingText(streamingText);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className={styles['preview']} aria-label="The chapter is being written" aria-busy="true">
      <header className={styles['writing']}>
        <p role="status">{part === null ? 'Writing the chapter…' : partText(part)}</p>
        <span className={styles['note']}>
          {formatNumber(words)} words, {seconds} s
        </span>
        <PlainButton onClick={onStop}>Stop</PlainButton>
      </header>
      <div className={styles['streamed']} lang={language}>
        {text}
      </div>
    </section>
  );
}
