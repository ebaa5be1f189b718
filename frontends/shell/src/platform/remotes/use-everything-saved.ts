import { saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { useEffect, useState } from 'react';

const retryMs = 2000;

/** Saves all unsaved work of this tab, repeatedly until it succeeds; then true. */
export function useEverythingSaved(isEnabled: boolean): boolean {
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCancelled = false;
    const save = async () => {
      const isDone = await saveEverything();
      if (isCancelled) return;
      if (isDone) setSaved(true);
      else timer = setTimeout(() => void save(), retryMs);
    };
    void save();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
      setSaved(false);
    };
  }, [isEnabled]);
  return isSaved;
}
