import type { SaveQueue } from '../../../saving/save-queue.ts';
import { joinTabs } from '../../../saving/tab-presence.ts';
import { useEffect, useState } from 'react';

/** How many other tabs have this document open. Their saves refresh this one. */
export function useOtherTabs(id: string, queue: SaveQueue): number {
  const [others, setOthers] = useState(0);
  useEffect(() => {
    const presence = joinTabs(id, { onOthers: setOthers, onSaved: () => void queue.refresh() });
    let announcedSave = queue.view().savedAt;
    const stop = queue.subscribe(() => {
      const { rev, savedAt } = queue.view();
      if (savedAt === announcedSave) return;
      announcedSave = savedAt;
      presence.announceSave(rev);
    });
    return () => {
      stop();
      presence.close();
      setOthers(0);
    };
  }, [id, queue]);
  return others;
}
