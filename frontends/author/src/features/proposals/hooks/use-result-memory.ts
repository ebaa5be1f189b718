import { useSession } from '@inkbear/web-kit/session.tsx';
import { useMemo } from 'react';
import { type ResultMemory, resultMemoryOf } from '../result-memory.ts';

/** What this device remembers of the signed-in user's results. */
export function useResultMemory(): ResultMemory {
  const userId = useSession().user?.id ?? '';
  return useMemo(() => resultMemoryOf(userId), [userId]);
}
