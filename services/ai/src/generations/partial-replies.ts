import type { z } from 'zod';
import { CompleteJson } from './complete-json.ts';
import { normaliseValue } from './parse-reply.ts';

/** Milliseconds between two events, and between two parses of the text. */
const minIntervalMs = 100;

/** The stream of the complete fields of a JSON reply. */
export interface PartialStream {
  /** The schema of the whole reply. */
  readonly schema: z.ZodObject;
  readonly send: (value: object) => void;
}

/** Sends the complete fields of a JSON reply while it arrives. What does not match the schema is not sent. */
export class PartialReplies {
  readonly #schema: z.ZodObject;
  readonly #send: (value: object) => void;
  readonly #now: () => number;
  #json = new CompleteJson();
  /** The last value that was sent. */
  #sent = '{}';
  #parsedAt = -Infinity;

  /** @param now returns milliseconds */
  constructor({ schema, send }: PartialStream, now: () => number) {
    this.#schema = schema.partial();
    this.#send = send;
    this.#now = now;
  }

  /** Begins with a new reply, because the last one was malformed. */
  restart(): void {
    this.#json = new CompleteJson();
  }

  add(piece: string): void {
    this.#json.add(piece);
    if (this.#now() - this.#parsedAt < minIntervalMs) return;
    const complete = this.#json.read();
    if (complete === null) return;
    this.#parsedAt = this.#now();
    const { data } = this.#schema.safeParse(JSON.parse(JSON.stringify(complete), normaliseValue));
    const json = JSON.stringify(data ?? {});
    if (data === undefined || json === this.#sent) return;
    this.#sent = json;
    this.#send(data);
  }
}
