import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../kit/listeners.ts';

const key = 'inkbear-mentions';
const listeners = new Listeners();

/** Whether names of the story bible have a dotted underline in the text, on this device. They do by default. */
export const mentionsPreference = {
  isOn: (): boolean => safeLocalStorage.get(key) !== 'off',
  set: (isOn: boolean): void => {
    safeLocalStorage.set(key, isOn ? null : 'off');
    listeners.notify();
  },
};

export const useMentionsPreference = (): boolean => useSyncExternalStore(listeners.subscribe, mentionsPreference.isOn);
