import type { AttributesOf } from '@inkbear/service-kit/metrics/catalogue';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { ProblemError } from '@inkbear/service-kit/problem';

type ExportAttributes = AttributesOf<'inkbear.export.duration'>;
type Format = ExportAttributes['format'];
type Outcome = ExportAttributes['outcome'];

/** Records how long an export takes, from the request until the file is complete. */
export async function measureExport<T>(format: Format, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const end = startTimer(format);
  try {
    const result = await work();
    end('finished');
    return result;
  } catch (error) {
    end(outcomeOf(error, signal));
    throw error;
  }
}

/** Like `measureExport`, for a file that is generated while it is sent. Measures from its first chunk on. */
export async function* measureStream<T>(
  format: Format,
  signal: AbortSignal,
  chunks: AsyncIterable<T>,
): AsyncGenerator<T> {
  const end = startTimer(format);
  // A reader that stops before the end closes this generator without an error.
  let outcome: Outcome = 'aborted';
  try {
    yield* chunks;
    if (!signal.aborted) outcome = 'finished';
  } catch (error) {
    outcome = outcomeOf(error, signal);
    throw error;
  } finally {
    end(outcome);
  }
}

function startTimer(format: Format): (outcome: Outcome) => void {
  const startedAt = performance.now();
  return (outcome) =>
    metrics.record('inkbear.export.duration', { format, outcome }, (performance.now() - startedAt) / 1000);
}

/** A shutdown aborts the signal with a problem; an abort with any other reason is a client that disconnected. */
function outcomeOf(error: unknown, { aborted, reason }: AbortSignal): Outcome {
  if (aborted && !(reason instanceof ProblemError)) return 'aborted';
  if (!(error instanceof ProblemError)) return 'failed';
  if (error.code === 'export.busy') return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
