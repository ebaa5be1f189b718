import { useEffect, useRef } from 'react';

/** How long typing rests before a form is saved, and how long after a failure it is saved again, in milliseconds. */
const pauseMs = 800;
const retryMs = 10_000;

interface Options {
  /** Changes with each change of the form. */
  readonly version: unknown;
  readonly canSave: boolean;
  readonly hasFailed: boolean;
  readonly save: () => Promise<boolean>;
}

/** Saves a form after each change, and again after a failure or when the browser is online again. */
export function useAutosave({ version, canSave, hasFailed, save }: Options): void {
  const current = useRef(save);
  current.current = save;
  useEffect(() => {
    if (!canSave) return;
    const run = () => void current.current();
    const timer = setTimeout(run, hasFailed ? retryMs : pauseMs);
    window.addEventListener('online', run);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', run);
    };
  }, [version, canSave, hasFailed]);
}
