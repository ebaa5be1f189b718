import { toast } from '@inkbear/web-kit/toast.ts';
import type { TakeBack } from './take-back.ts';

/** The Undo of a toast: takes back that one change, and says so when it cannot. */
export function undoAction(takeBack: TakeBack) {
  return {
    label: 'Undo',
    run: () => {
      if (!takeBack()) toast({ title: 'Not taken back', description: 'You have written on in the same place, or left the chapter. Your text from before is in the history.', tone: 'destructive' });
    },
  };
}
