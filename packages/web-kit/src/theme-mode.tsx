import { useSyncExternalStore } from 'react';
import { safeLocalStorage } from './safe-local-storage.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

// The shell's theme-boot.ts reads the same key before the first paint.
const key = 'inkbear-theme';
const eventName = 'inkbear:theme';
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  const value = safeLocalStorage.get(key);
  return value === 'light' || value === 'dark' ? value : 'system';
}

const resolveTheme = (choice: ThemeChoice): 'light' | 'dark' =>
  choice === 'system' ? (darkSystem().matches ? 'dark' : 'light') : choice;

/** Stores the choice and applies it, in this tab and all others. */
export function setThemeChoice(choice: ThemeChoice): void {
  safeLocalStorage.set(key, choice === 'system' ? null : choice);
  document.documentElement.dataset['theme'] = resolveTheme(choice);
  window.dispatchEvent(new Event(eventName));
}

function subscribe(listener: () => void): () => void {
  const applyTheme = () => {
    document.documentElement.dataset['theme'] = resolveTheme(readChoice());
    listener();
  };
  const system = darkSystem();
  window.addEventListener(eventName, listener);
  window.addEventListener('storage', applyTheme);
  system.addEventListener('change', applyTheme);
  return () => {
    window.removeEventListener(eventName, listener);
    window.removeEventListener('storage', applyTheme);
    system.removeEventListener('change', applyTheme);
  };
}

/** `choice` is the author's setting, `mode` the theme in use. */
export function useThemeMode(): {
  choice: ThemeChoice;
  mode: 'light' | 'dark';
  setChoice: (choice: ThemeChoice) => void;
} {
  const choice = useSyncExternalStore(subscribe, readChoice, () => 'system' as const);
  const mode = useSyncExternalStore(
    subscribe,
    () => resolveTheme(readChoice()),
    () => 'light' as const,
  );
  return { choice, mode, setChoice: setThemeChoice };
}
