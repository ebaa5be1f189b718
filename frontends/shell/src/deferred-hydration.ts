import { storedReferralCode } from './features/auth/stored-referral-code.ts';
import { isPaletteKey, openPalette } from './platform/palette-events.ts';

// Starts the shell on a prerendered page. Reading needs no script, so the scripts start only at the first interaction
// or after a few seconds; they are prefetched before. This keeps a phone's processor idle. This file's imports must
// stay small.
{
  const { scripts, preload } = JSON.parse(document.getElementById('inkbear-deferred-hydration')?.textContent ?? '') as {
    scripts: string[];
    preload: string[];
  };
  const fetchAfterMs = 1500;
  const startAfterMs = 5000;
  const interactions = ['pointerdown', 'pointermove', 'wheel', 'scroll', 'touchstart', 'focusin', 'keydown'];
  let hasStarted = false;
  // Stored at once, because a visitor may follow a link before the shell has started.
  storedReferralCode.save(new URLSearchParams(location.search).get('ref') ?? '');
  let replay: (() => void) | null = null;

  const appendToHead = (element: HTMLElement, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    document.head.append(element);
    return element as HTMLScriptElement;
  };
  const prefetch = () => {
    if (!hasStarted)
      for (const href of [...scripts, ...preload])
        appendToHead(document.createElement('link'), { rel: 'prefetch', href });
  };
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const type of interactions) removeEventListener(type, start, true);
    for (const href of preload) appendToHead(document.createElement('link'), { rel: 'preload', as: 'script', href });
    for (const src of scripts) appendToHead(document.createElement('script'), { src }).async = false;
  };
  const whenIdle = (action: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(action) : action());
  addEventListener('load', () => {
    // A signed-in user needs more than the prerendered page, so the shell starts at once.
    if (document.documentElement.hasAttribute('data-session')) return whenIdle(start);
    setTimeout(() => whenIdle(prefetch), fetchAfterMs);
    setTimeout(() => whenIdle(start), startAfterMs);
  });
  for (const type of interactions) addEventListener(type, start, { capture: true, passive: true });

  // A button press, the Enter key in a form and the palette shortcut are replayed after hydration. Links work without a
  // script.
  const recordPress = (event: Event) => {
    const button =
      event instanceof SubmitEvent ? event.submitter : (event.target as Element).closest<HTMLElement>('#root button');
    if (!button) return;
    event.preventDefault();
    replay = () => button.isConnected && button.click();
  };
  const recordShortcut = (event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    replay = openPalette;
  };
  for (const kind of ['click', 'submit']) addEventListener(kind, recordPress, true);
  addEventListener('keydown', recordShortcut, true);
  addEventListener(
    'inkbear:hydrated',
    () => {
      for (const kind of ['click', 'submit']) removeEventListener(kind, recordPress, true);
      removeEventListener('keydown', recordShortcut, true);
      replay?.();
    },
    { once: true },
  );
}
