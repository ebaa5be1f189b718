import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

// The shell's theme-boot.ts reads the same key before the first paint.
const key = 'inkbear-theme';
const changed = 'inkbear:theme';
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

const resolve = (choice: ThemeChoice): 'light' | 'dark' => (choice === 'system' ? (darkSystem().matches ? 'dark' : 'light') : choice);

/** Remembers the choice and shows it, in this tab and the others. */
export function setThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  document.documentElement.dataset['theme'] = resolve(choice);
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  const follow = () => {
    document.documentElement.dataset['theme'] = resolve(readChoice());
    listener();
  };
  const system = darkSystem();
  window.addEventListener(changed, listener);
  window.addEventListener('storage', follow);
  system.addEventListener('change', follow);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('storage', follow);
    system.removeEventListener('change', follow);
  };
}

/** `choice` is what the author chose, `mode` what is shown now. */
export function useThemeMode(): { choice: ThemeChoice; mode: 'light' | 'dark'; setChoice: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, readChoice, () => 'system' as const);
  const mode = useSyncExternalStore(subscribe, () => resolve(readChoice()), () => 'light' as const);
  return { choice, mode, setChoice: setThemeChoice };
}
