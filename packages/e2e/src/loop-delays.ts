import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';

const probe = new URL('./loop-delay-probe.ts', import.meta.url).href;

/** Reads event-loop delays of running processes from the probe inside each of them. */
export class LoopDelays {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-loops-'));
  readonly #names: readonly string[];

  /** @param names process names as in `StartOptions.env` */
  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The environment that the processes must be started with. */
  get env(): Record<string, Record<string, string>> {
    return Object.fromEntries(
      this.#names.map((name) => [
        name,
        { NODE_OPTIONS: `--import=${probe}`, LOOP_DELAY_FOLDER: this.#folder, LOOP_DELAY_NAME: name },
      ]),
    );
  }

  /** The p99 delay of each process since the last call, in milliseconds. */
  async read(): Promise<Record<string, number>> {
    return Object.fromEntries(
      await Promise.all(this.#names.map(async (name) => [name, await this.#readOne(name)] as const)),
    );
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #readOne(name: string): Promise<number> {
    const sent = request({ socketPath: path.join(this.#folder, `${name}.sock`), path: '/', agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    return (JSON.parse(text) as { p99: number }).p99;
  }
}
