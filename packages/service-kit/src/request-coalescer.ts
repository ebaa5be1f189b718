import type { PartStart } from '@inkbear/contracts/route';
import type { SendEvent } from './event-stream.ts';
import type { RequestIdentity } from './idempotency.ts';
import { ProblemError } from './problem.ts';
import { LazyAbortController } from './running-calls.ts';
import type { Reply } from './send-reply.ts';

/** Null when the client did not request a stream. */
type Send = SendEvent | null;

/** One of the clients that wait for a call. */
export interface CallClient {
  readonly send: Send;
  /** Aborts when the client disconnects, at shutdown, or when the database is unavailable. */
  readonly signal: AbortSignal;
}

/** What the work of a call gets instead of its client: it may have several. */
export interface SharedCall {
  readonly send: Send;
  /** Aborts when the client that joined last has gone. */
  readonly callAbort: LazyAbortController;
}

/**
 * The streaming calls with an `Idempotency-Key` that this process runs. A request that repeats one of them joins it: it
 * receives what was sent so far, and then the same events and the same reply. A call ends when the client that joined last
 * has gone: it has repeated the request because the connections of the others are lost.
 */
export class RequestCoalescer {
  readonly #running = new Map<string, RunningCall>();

  /** Joins the running call, or runs `work`. Throws 409 `request.key_reused` for another body under the same key. */
  async run(
    { id, bodyHash }: Pick<RequestIdentity, 'id' | 'bodyHash'>,
    client: CallClient,
    work: (call: SharedCall) => Promise<Reply>,
  ): Promise<Reply> {
    const running = this.#running.get(id);
    if (running && running.bodyHash !== bodyHash) throw new ProblemError('request.key_reused');
    if (running?.isAborted) {
      await running.ended;
      return await this.run({ id, bodyHash }, client, work);
    }
    if (running) return await running.join(client);
    const call = new RunningCall(bodyHash);
    this.#running.set(id, call);
    try {
      return await call.start(client, work);
    } finally {
      this.#running.delete(id);
    }
  }
}

class RunningCall {
  readonly bodyHash: string;
  readonly #callAbort = new LazyAbortController();
  readonly #clients = new Set<CallClient>();
  /** The client that joined last. */
  #last: CallClient | null = null;
  readonly #reply = Promise.withResolvers<Reply>();
  readonly #sent = new SentEvents();

  constructor(bodyHash: string) {
    this.bodyHash = bodyHash;
  }

  async start(client: CallClient, work: (call: SharedCall) => Promise<Reply>): Promise<Reply> {
    this.#add(client);
    const send: Send = client.send === null ? null : (event, data) => this.#send(event, data);
    work({ send, callAbort: this.#callAbort }).then(this.#reply.resolve, this.#reply.reject);
    return await this.#reply.promise;
  }

  async join(client: CallClient): Promise<Reply> {
    if (client.send) this.#sent.repeatTo(client.send);
    this.#add(client);
    return await this.#reply.promise;
  }

  /** Its last client has gone, and its work is ending. */
  get isAborted(): boolean {
    return this.#callAbort.signal.aborted;
  }

  /** Resolves when the work has ended, however it ended. */
  get ended(): Promise<unknown> {
    return this.#reply.promise.catch(() => undefined);
  }

  #add(client: CallClient): void {
    this.#clients.add(client);
    this.#last = client;
    const leave = (): void => {
      this.#clients.delete(client);
      if (client === this.#last) this.#callAbort.abort(client.signal.reason as Error);
    };
    if (client.signal.aborted) leave();
    else client.signal.addEventListener('abort', leave, { once: true });
  }

  #send(...sent: Parameters<SendEvent>): void {
    this.#sent.add(...sent);
    for (const { send } of this.#clients) send?.(...sent);
  }
}

/** The events sent so far, compacted, for replay to a client that joins. */
class SentEvents {
  #text = '';
  /** The part that was begun last; the text from its `from` on is the text of this part. */
  #part: PartStart | null = null;
  /** The last event of a stream whose events replace each other. */
  #last: Parameters<SendEvent> | null = null;

  add(...[event, data]: Parameters<SendEvent>): void {
    if (event === 'delta') this.#text += (data as { readonly text: string }).text;
    else if (event === 'part') this.#begin(data as PartStart);
    else this.#last = [event, data];
  }

  repeatTo(send: SendEvent): void {
    const from = this.#part?.from ?? 0;
    const sendText = (text: string): void => void (text !== '' && send('delta', { text }));
    sendText(this.#text.slice(0, from));
    if (this.#part) send('part', this.#part);
    sendText(this.#text.slice(from));
    if (this.#last) send(...this.#last);
  }

  #begin(part: PartStart): void {
    this.#part = part;
    this.#text = this.#text.slice(0, part.from);
  }
}
