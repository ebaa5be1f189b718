import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a tool, whose buttons are disabled or removed while a request runs: its progress gets the focus at
 * the start, and at the end the new result (`data-focus`), or the submit button without one. Anything else that has the
 * focus keeps it. Put the returned ref on the element around the tool.
 */
export function useIdeaFocus(isAsking: boolean, found: object | null): RefObject<HTMLDivElement | null> {
  const tool = useRef<HTMLDivElement>(null);
  const last = useRef({ isAsking, found });
  useEffect(() => {
    const { isAsking: wasAsking, found: foundBefore } = last.current;
    last.current = { isAsking, found };
    const { activeElement, body } = document;
    if (isAsking === wasAsking || (activeElement !== body && activeElement?.matches(':disabled') !== true)) return;
    const target = isAsking
      ? '[data-focus="progress"]'
      : found === foundBefore
        ? '[type="submit"]'
        : '[data-focus="result"]';
    tool.current?.querySelector<HTMLElement>(target)?.focus();
  }, [isAsking, found]);
  return tool;
}
