import type { Dialect, Finding } from '@inkbear/prose/grammar/finding';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useEffect, useRef, useState } from 'react';
import { checkDeeper } from '../style-check.api.ts';

export type DeeperState = 'idle' | 'checking' | { readonly found: number };

/** The server's deeper check: runs on demand and is aborted when the panel closes. */
export function useDeeperCheck(onFound: (text: string, findings: readonly Finding[]) => void) {
  const [state, setState] = useState<DeeperState>('idle');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const check = async (text: string, dialect: Dialect) => {
    const control = new AbortController();
    running.current = control;
    setState('checking');
    try {
      const findings = await checkDeeper(text, dialect, control.signal);
      onFound(text, findings);
      setState({ found: findings.length });
    } catch (error) {
      if (control.signal.aborted) return;
      setState('idle');
      if (isSignedOut(error)) handleUnauthorised(error);
      else
        showToast({
          title: 'The deeper check failed',
          description: messageOf(error, 'The server did not answer. Please try again.'),
          tone: 'destructive',
        });
    }
  };
  return { state, check };
}
