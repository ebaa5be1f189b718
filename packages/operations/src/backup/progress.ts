const intervalMs = 5000;

/** Reports a long step at most every five seconds. */
export function createProgress(report: (line: string) => void, label: string): (done: number) => void {
  let reportedAt = Date.now();
  return (done) => {
    if (Date.now() - reportedAt < intervalMs) return;
    reportedAt = Date.now();
    report(`  ${label}: ${describeCount(done, 'document')} so far`);
  };
}

export const formatCount = (count: number): string => count.toLocaleString('en-GB');
/** The count with its noun, such as `1 document` or `12,345 documents`. */
export const describeCount = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
export const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
