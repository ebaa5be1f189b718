import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useElapsedSeconds } from '../../../kit/use-elapsed-seconds.ts';

/** Words received and seconds elapsed. `since` is a Unix time in milliseconds. */
export function Elapsed({ since, words }: { since: number; words: number }) {
  const seconds = useElapsedSeconds(since);
  return (
    <span className="tabular">
      {words === 0 ? 'Thinking' : `${formatNumber(words)} words so far`} · {seconds} s
    </span>
  );
}
