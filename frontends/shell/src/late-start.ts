import { invitation } from './features/auth/invitation.ts';

// Starts the shell on a page that was drawn when it was built: when the visitor has had time to see it, or touches it. Whatever it imports delays nothing but must stay small.
{
  const { scripts, preload } = JSON.parse(document.getElementById('inkbear-late')?.textContent ?? '') as { scripts: string[]; preload: string[] };
  const seenMs = 1500;
  let hasStarted = false;
  // Whoever follows a link before the page is alive has left it.
  invitation.keep(new URLSearchParams(location.search).get('ref') ?? '');
  let pressed: HTMLElement | null = null;

  const add = (element: HTMLElement, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    document.head.append(element);
    return element as HTMLScriptElement;
  };
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const href of preload) add(document.createElement('link'), { rel: 'preload', as: 'script', href });
    for (const src of scripts) add(document.createElement('script'), { src }).async = false;
  };
  const whenIdle = 'requestIdleCallback' in window ? () => requestIdleCallback(start) : start;
  addEventListener('load', () => setTimeout(whenIdle, seenMs));
  for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, start, { once: true, passive: true });

  // A button that is pressed before the page is alive, or the Enter key in a form, is pressed again once it is. Links need nobody.
  const remember = (event: Event) => {
    const button = event instanceof SubmitEvent ? event.submitter : (event.target as Element).closest<HTMLElement>('#root button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
  };
  for (const kind of ['click', 'submit']) addEventListener(kind, remember, true);
  addEventListener('inkbear:alive', () => {
    for (const kind of ['click', 'submit']) removeEventListener(kind, remember, true);
    if (pressed?.isConnected) pressed.click();
  }, { once: true });
}
