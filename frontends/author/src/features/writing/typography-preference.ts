import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = 'inkbear-typography';

/** Whether typed quotation marks, dashes and ellipses become typographic ones, on this device. They do by default. */
export const typographyPreference = {
  isOn: (): boolean => safeLocalStorage.get(key) !== 'off',
  set: (isOn: boolean): void => safeLocalStorage.set(key, isOn ? null : 'off'),
};
