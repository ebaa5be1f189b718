import { invitation } from './features/auth/invitation.ts';
import { isPaletteKey, openPalette } from './platform/palette-events.ts';

// Starts the shell on a page that was drawn when it was built. To read needs no script, so a phone's processor is left
// alone until somebody moves, scrolls, presses or has read for a while; the code is fetched before that. Whatever it
// imports delays nothing but must stay small.
{
  const { scripts, preload } = JSON.parse(document.getElementById('inkbear-late')?.textContent ?? '') as {
    scripts: string[];
    preload: string[];
  };
  const fetchAfterMs = 1500;
  const startAfterMs = 5000;
  const signs = ['pointerdown', 'pointermove', 'wheel', 'scroll', 'touchstart', 'focusin', 'keydown'];
  let hasStarted = false;
  // Whoever follows a link before the page is alive has left it.
  invitation.keep(new URLSearchParams(location.search).get('ref') ?? '');
  let repeat: (() => void) | null = null;

  const add = (element: HTMLElement, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    document.head.append(element);
    return element as HTMLScriptElement;
  };
  const fetchAhead = () => {
    if (!hasStarted)
      for (const href of [...scripts, ...preload]) add(document.createElement('link'), { rel: 'prefetch', href });
  };
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const sign of signs) removeEventListener(sign, start, true);
    for (const href of preload) add(document.createElement('link'), { rel: 'preload', as: 'script', href });
    for (const src of scripts) add(document.createElement('script'), { src }).async = false;
  };
  const whenIdle = (action: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(action) : action());
  addEventListener('load', () => {
    // Whoever is signed in waits for more than can be read here.
    if (document.documentElement.hasAttribute('data-session')) return whenIdle(start);
    setTimeout(() => whenIdle(fetchAhead), fetchAfterMs);
    setTimeout(() => whenIdle(start), startAfterMs);
  });
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });

  // A button that is pressed before the page is alive, the Enter key in a form or the keys of the palette count once it
  // is. Links need nobody.
  const remember = (event: Event) => {
    const button =
      event instanceof SubmitEvent ? event.submitter : (event.target as Element).closest<HTMLElement>('#root button');
    if (!button) return;
    event.preventDefault();
    repeat = () => button.isConnected && button.click();
  };
  const rememberKeys = (event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    repeat = openPalette;
  };
  for (const kind of ['click', 'submit']) addEventListener(kind, remember, true);
  addEventListener('keydown', rememberKeys, true);
  addEventListener(
    'inkbear:alive',
    () => {
      for (const kind of ['click', 'submit']) removeEventListener(kind, remember, true);
      removeEventListener('keydown', rememberKeys, true);
      repeat?.();
    },
    { once: true },
  );
}
