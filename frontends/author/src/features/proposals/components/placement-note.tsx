import type { Placement } from '../placement.ts';
import styles from './proposal-card.module.css';

/** What will not happen when the author accepts a proposal as it is shown; nothing otherwise. */
export function PlacementNote({
  placement: { place, conflicts },
  hasChanges,
  hasUnknownBase,
}: {
  placement: Placement;
  hasChanges: boolean;
  hasUnknownBase: boolean;
}) {
  if (place === 'lost')
    return (
      <p className={styles['note']}>
        You have changed this passage since you asked, so the proposal can no longer replace it. You can insert it
        below.
      </p>
    );
  if (conflicts.length > 0)
    return (
      <p className={styles['note']}>
        You have edited the same places since you asked. Changes that would overwrite your words are left out; select
        one to include it.
      </p>
    );
  if (hasUnknownBase && hasChanges)
    return (
      <p className={styles['note']}>
        The text that your request was about is not stored any more, so we cannot tell what you have changed since.
        Changes that would replace or remove words are left out; select one to include it.
      </p>
    );
  return hasChanges ? null : <p className={styles['note']}>Nothing would change: the text is already as proposed.</p>;
}
