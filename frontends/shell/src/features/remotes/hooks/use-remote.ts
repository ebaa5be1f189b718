import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { useEffect, useState } from 'react';
import type { RemoteName } from '../../../app/page-map.ts';
import { remoteHere, remoteNamed } from '../remote-entries.ts';

/** The remote, or null until it is here; throws while rendering when it does not come. */
export function useRemote(name: RemoteName): Remote | null {
  const [found, setFound] = useState<{ remote: Remote } | { error: unknown } | null>(() => {
    const remote = remoteHere(name);
    return remote && { remote };
  });
  const isHere = found !== null;
  useEffect(() => {
    if (isHere) return undefined;
    let isOver = false;
    void remoteNamed(name)
      .then(
        (remote) => ({ remote }),
        (error: unknown) => ({ error }),
      )
      .then((result) => {
        if (!isOver) setFound(result);
      });
    return () => {
      isOver = true;
    };
  }, [name, isHere]);
  if (found !== null && 'error' in found) throw found.error;
  return found === null ? null : found.remote;
}
