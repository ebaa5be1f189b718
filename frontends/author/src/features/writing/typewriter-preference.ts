import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = 'inkbear-typewriter';

/** Whether the line of the cursor stays in the middle of the window while its author types, on this device. */
export const typewriterPreference = {
  isOn: (): boolean => safeLocalStorage.get(key) === 'on',
  set: (isOn: boolean): void => safeLocalStorage.set(key, isOn ? 'on' : null),
};
