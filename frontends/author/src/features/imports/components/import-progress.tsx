import type { ManuscriptImport } from '@inkbear/contracts/export/import';
import { useState } from 'react';
import { RunningWork } from '../../../ui/running-work.tsx';
import { useDeleteImport, useImportProgress } from '../imports.api.ts';

interface Props {
  item: ManuscriptImport;
  onCancelled: () => void;
}

/** Shown while an import is read or made; Cancel stops it, and nothing of it is kept. */
export function ImportProgress({ item, onCancelled }: Props) {
  useImportProgress(item);
  const remove = useDeleteImport();
  const [since] = useState(() => Date.now());
  return (
    <RunningWork
      text={progressText(item)}
      since={since}
      onCancel={() => remove.mutate(item.id, { onSuccess: onCancelled })}
    />
  );
}

function progressText({ fileName, state, progress }: ManuscriptImport): string {
  if (state === 'waiting') return `${fileName} waits to be read`;
  if (state === 'reading') return `Reading ${fileName}`;
  return progress === null
    ? 'Making the book'
    : `Making the book: chapter ${Math.min(progress.done + 1, progress.of)} of ${progress.of}`;
}
