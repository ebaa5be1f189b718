import { expect } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Locator, Page } from 'playwright-core';

/** Where the focus is. */
interface FocusStop {
  /** The tag and the beginning of the name. */
  readonly element: string;
  /** Defects of the stop. */
  readonly defects: readonly string[];
}

const settledWithinMs = 2000;

/** Runs in the page: a `FocusStop`. As text, because the CSP forbids eval. */
const readStop = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { element: 'body', defects: ['the focus is on body'] };
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const hasRing = (candidate) => {
    if (!(candidate instanceof HTMLElement)) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  // No ring is required on a text field, which shows a caret, and on an area that a script focuses (tabindex -1).
  const needsNoRing =
    element.isContentEditable || element.getAttribute('tabindex') === '-1' ||
    element.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])');
  const isVisible = needsNoRing || [element, element.parentElement, element.nextElementSibling].some(hasRing);
  return {
    element: element.tagName.toLowerCase() + ' “' + name.trim().slice(0, 40) + '”',
    defects: [...(isInView ? [] : ['it is outside the window']), ...(isVisible ? [] : ['it has no focus ring'])],
  };
})()`;

/** An author who uses only the keyboard, and sees where the focus is. */
export class KeyboardUser {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the control has the focus, or Shift+Tab. Every stop on the way must be visible. */
  async tabTo(control: Locator, { isBackward = false, maxPresses = 40 } = {}): Promise<void> {
    await control.first().waitFor();
    const stops: string[] = [];
    while (!(await this.hasFocus(control))) {
      if (stops.length === maxPresses)
        throw new Error(`${maxPresses} presses did not reach ${String(control)}. Stops: ${stops.join(', ')}`);
      await this.#page.keyboard.press(isBackward ? 'Shift+Tab' : 'Tab');
      stops.push((await this.expectFocus()).element);
    }
  }

  /** Moves the focus to a control and presses Enter, or another key. */
  async use(
    control: Locator,
    options: { key?: string; isBackward?: boolean; maxPresses?: number } = {},
  ): Promise<void> {
    await this.tabTo(control, options);
    await this.#page.keyboard.press(options.key ?? 'Enter');
  }

  /** Moves the focus to a field and types. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.#page.keyboard.type(text);
  }

  async hasFocus(control: Locator): Promise<boolean> {
    return (await control.and(this.#page.locator(':focus')).count()) > 0;
  }

  /** The focus is on a visible element, not on body. Waits a moment, because some effects move the focus a frame later. */
  async expectFocus(): Promise<FocusStop> {
    const read = () => this.#page.evaluate<FocusStop>(readStop);
    const stop = await eventually(read, ({ defects }) => defects.length === 0, settledWithinMs).catch(read);
    expect(stop).toEqual({ element: stop.element, defects: [] });
    return stop;
  }
}
