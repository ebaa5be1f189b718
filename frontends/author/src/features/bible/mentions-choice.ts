import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { useSyncExternalStore } from 'react';

const key = 'inkbear-mentions';
const listeners = new Set<() => void>();

/** Whether names of the story bible are dotted in the text, on this device. They are by default. */
export const mentionsChoice = {
  isOn: (): boolean => safeLocalStorage.get(key) !== 'off',
  set: (isOn: boolean): void => {
    safeLocalStorage.set(key, isOn ? null : 'off');
    for (const listener of listeners) listener();
  },
};

export const useMentionsChoice = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, mentionsChoice.isOn);
