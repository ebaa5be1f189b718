import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useEffect, useRef } from 'react';

/** How long after a lost connection the progress is requested again, in milliseconds. */
const reconnectMs = 3000;

interface ProgressStream<T> {
  /** Identifies the resource; another one is followed anew. */
  readonly id: string;
  /** False when the resource does not change by itself any more. */
  readonly isRunning: boolean;
  /** Opens the event stream. Resolves with the resource as it is in the end. */
  readonly open: (options: { signal: AbortSignal; onProgress: (value: T) => void }) => Promise<T>;
  readonly onUpdate: (value: T) => void;
  /** Called when the resource was deleted. */
  readonly onGone: () => void;
}

/** Follows a resource while work on it runs, and reconnects after a lost connection. */
export function useProgressStream<T>(stream: ProgressStream<T>): void {
  const { id, isRunning } = stream;
  const current = useRef(stream);
  current.current = stream;
  useEffect(() => {
    if (!isRunning) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (value: T) => current.current.onUpdate(value);
    const follow = () =>
      current.current.open({ signal: control.signal, onProgress: show }).then(show, (error: unknown) => {
        if (control.signal.aborted || handleUnauthorised(error)) return;
        if (isNotFound(error)) return current.current.onGone();
        timer = setTimeout(() => void follow(), reconnectMs);
      });
    void follow();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [id, isRunning]);
}
