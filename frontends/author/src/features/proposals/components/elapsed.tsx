import { useEffect, useState } from 'react';

/** Words received and seconds elapsed. `since` is a Unix time in milliseconds. */
export function Elapsed({ since, words }: { since: number; words: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="tabular">
      {words === 0 ? 'Thinking' : `${words.toLocaleString('en-GB')} words so far`} ·{' '}
      {Math.max(0, Math.round((now - since) / 1000))} s
    </span>
  );
}
