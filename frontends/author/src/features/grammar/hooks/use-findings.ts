import type { Text } from '@codemirror/state';
import type { Dialect, Finding } from '@inkbear/prose/grammar/finding';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useDebouncedText } from '../../../saving/use-debounced-text.ts';
import { useCallback, useEffect, useState } from 'react';
import { type Checker, openChecker } from '../checker/open-checker.ts';

/** Debounce, in milliseconds, before the text is checked again. */
const recheckAfterMs = 500;
/** Texts up to this many UTF-16 units are not checked. */
const maxUncheckedUnits = 10;

export type Findings =
  | { readonly state: 'short' | 'checking' | 'failed' }
  /** The findings for exactly this text. */
  | { readonly state: 'ready'; readonly text: Text; readonly findings: readonly Finding[] };

/** The findings of the rules for a document, debounced by half a second. */
export function useFindings(queue: SaveQueue, dialect: Dialect, open: () => Checker = openChecker) {
  const text = useDebouncedText(queue, recheckAfterMs);
  const [found, setFound] = useState<Findings>({ state: 'checking' });
  const [checker, setChecker] = useState<Checker | null>(null);
  const [serverChecks, setServerChecks] = useState(0);
  useEffect(() => {
    const opened = open();
    setChecker(opened);
    return () => opened.close();
  }, [open]);
  useEffect(() => {
    if (text.length <= maxUncheckedUnits) return setFound({ state: 'short' });
    if (checker === null) return undefined;
    let isCurrent = true;
    checker.check(text.toString(), dialect).then(
      (findings) => {
        if (isCurrent) setFound({ state: 'ready', text, findings });
      },
      () => {
        if (isCurrent) setFound({ state: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [checker, text, dialect, serverChecks]);
  const addServerFindings = useCallback(
    (checkedText: string, findings: readonly Finding[]) => {
      checker?.addServerFindings(checkedText, findings);
      setServerChecks((count) => count + 1);
    },
    [checker],
  );
  return { found, addServerFindings };
}
