import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useSynopsisActions } from '../hooks/use-synopsis-edits.tsx';
import { isEdited, type SynopsisEdit } from '../synopsis-edits.ts';
import styles from './corkboard.module.css';

/** The unsaved synopses of scenes that do not exist any more, so that their author can copy them. */
export function UnplacedSynopses({ edits }: { edits: readonly SynopsisEdit[] }) {
  const { discard } = useSynopsisActions();
  const unsaved = edits.filter(isEdited);
  if (unsaved.length === 0) return null;
  return (
    <section className={styles['unplaced']} aria-label="Synopses without a scene">
      <p role="status">These synopses are not saved, because their scenes do not exist any more. You can copy them.</p>
      {unsaved.map(({ id, typed }) => (
        <div key={id} className={styles['unplacedRow']}>
          <p className={styles['synopsis']}>{typed}</p>
          <PlainButton small variant="quiet" onClick={() => discard(id)}>
            Discard
          </PlainButton>
        </div>
      ))}
    </section>
  );
}
