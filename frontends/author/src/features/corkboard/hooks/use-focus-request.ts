import { type RefObject, useEffect, useRef } from 'react';

export type BoardControl = 'up' | 'down' | 'more' | 'open' | 'synopsis';

/** The control that gets the focus once its chapter or scene is on the board. */
export interface FocusRequest {
  readonly control: BoardControl;
  readonly chapterId: string;
  /** Without a scene, the control is that of the chapter. */
  readonly scene?: {
    readonly index: number;
    /** The revision in which the scene has this index; the board may still show an older one. */
    readonly rev: number;
  };
}

/**
 * Moves the focus to the requested control of an element: the first one that can be used, if that one cannot.
 * @param request null when it is not for this element
 */
export function useFocusRequest<E extends HTMLElement>(
  request: FocusRequest | null,
  onDone: () => void,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (request === null) return;
    const controls = [...(element.current?.querySelectorAll<HTMLElement>('[data-control]') ?? [])].filter(
      (control) => !control.matches(':disabled'),
    );
    (controls.find(({ dataset }) => dataset['control'] === request.control) ?? controls[0])?.focus();
    done.current();
  }, [request]);
  return element;
}
