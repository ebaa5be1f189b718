import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { useEffect, useState } from 'react';
import type { RemoteName } from '../../../app/page-map.ts';
import { remoteNamed } from '../remote-entries.ts';

/** The remote, or null until it is here; throws while rendering when it does not come. */
export function useRemote(name: RemoteName): Remote | null {
  const [found, setFound] = useState<{ remote: Remote } | { error: unknown } | null>(null);
  useEffect(() => {
    let isOver = false;
    void remoteNamed(name).then((remote) => ({ remote }), (error: unknown) => ({ error })).then((result) => { if (!isOver) setFound(result); });
    return () => { isOver = true; };
  }, [name]);
  if (found !== null && 'error' in found) throw found.error;
  return found === null ? null : found.remote;
}
