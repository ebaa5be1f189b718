import { toast } from '@inkbear/web-kit/toast.ts';
import type { TakeBack } from './take-back.ts';

/** Said instead of changing a text that exists twice. */
export const undecided = { title: 'Decide between the two texts first', description: 'This chapter was changed in two places. Choose above which text to keep; what AI wrote stays here until then.', tone: 'destructive' as const };

/** The Undo of a toast: takes back that one change, and says so when it cannot. */
export function undoAction(takeBack: TakeBack) {
  return {
    label: 'Undo',
    run: () => {
      if (!takeBack()) toast({ title: 'Not taken back', description: 'You have written on in the same place, or left the chapter. Your text from before is in the history.', tone: 'destructive' });
    },
  };
}
