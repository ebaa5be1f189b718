import { messageOf } from '@inkbear/web-kit/api-error.ts';
import type { ManuscriptKind } from '@inkbear/web-kit/saving/manuscript.ts';
import { keptHereText, type TakenBack } from '@inkbear/web-kit/saving/taken-back.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { MadeChange } from './made-change.ts';

/** Said instead of changing a text that exists twice. */
export const undecided = (noun: ManuscriptKind) => ({
  title: 'Decide between the two texts first',
  description: `This ${noun} was changed in two places. Choose above which text to keep; what AI wrote stays here until then.`,
  tone: 'destructive' as const,
});

/** The Undo of a toast: takes back that one change, also in a text that was left meanwhile, and says so when it cannot. */
export function undoAction(
  noun: ManuscriptKind,
  change: MadeChange,
  undoInLeft: (change: MadeChange) => Promise<TakenBack>,
) {
  const run = async () => {
    const isUndoneHere = change.undo();
    try {
      const became = isUndoneHere === null ? await undoInLeft(change) : isUndoneHere ? 'saved' : 'refused';
      if (became === 'refused')
        showToast({
          title: 'Not taken back',
          description: 'Something else was written in the same place since. Your text from before is in the history.',
          tone: 'destructive',
        });
      else if (isUndoneHere === null)
        showToast({
          title: 'Taken back',
          description: `The ${noun} you left reads as before.${became === 'unsaved' ? ` ${keptHereText}` : ''}`,
        });
    } catch (error) {
      showToast({
        title: 'Not taken back',
        description: messageOf(error, 'The server did not answer. Your text from before is in the history.'),
        tone: 'destructive',
      });
    }
  };
  return { label: 'Undo', run: () => void run() };
}
