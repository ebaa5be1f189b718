import type { CDPSession, Page } from 'playwright-core';
import type { Figures } from './harness.ts';

const keys = 120;
/** A fast typist: 25 keys a second. */
const keyIntervalMs = 40;

/** Records for each key the milliseconds from the event to the end of the frame that shows it. */
const observerScript = `(() => {
  window.keyTimes = [];
  addEventListener('keydown', (event) => {
    const at = event.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.keyTimes.push(performance.now() - at);
      channel.port2.postMessage(null);
    });
  }, true);
})()`;

/** Types in the middle of a long text and measures how long each key took. */
export class TypingProbe {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async attach(page: Page): Promise<TypingProbe> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await page.evaluate(observerScript);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    for (let count = 0; count < 40; count += 1) await page.keyboard.press('PageDown');
    return new TypingProbe(page, session);
  }

  async type(): Promise<Figures> {
    await this.#page.evaluate('window.keyTimes.length = 0');
    const before = await this.#taskMs();
    for (let count = 0; count < keys; count += 1) {
      const text = count % 6 === 5 ? ' ' : 'e';
      const key =
        text === ' '
          ? { key: ' ', code: 'Space', windowsVirtualKeyCode: 32 }
          : { key: 'e', code: 'KeyE', windowsVirtualKeyCode: 69 };
      const next = new Promise((resolve) => setTimeout(resolve, keyIntervalMs));
      await this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key });
      await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      await next;
    }
    const busy = (await this.#taskMs()) - before;
    const times = (await this.#page.evaluate<number[]>('window.keyTimes')).toSorted((a, b) => a - b);
    if (times.length < keys * 0.9) throw new Error(`Only ${times.length} of ${keys} keys were seen.`);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? NaN;
    return { 'key to frame p50': at(0.5), 'key to frame p95': at(0.95), 'main thread a key': busy / keys };
  }

  async #taskMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  }
}
