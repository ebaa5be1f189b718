import type { StreamEvent } from '@inkbear/contracts/route';
import type { RequestIdentity } from './idempotency.ts';
import { ProblemError } from './problem.ts';
import { LazyAbortController } from './running-calls.ts';
import type { Reply } from './send-reply.ts';

/** Sends the data of one event to a client; null when the client did not request a stream. */
type Send = ((data: unknown) => void) | null;

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
    { client, event }: { readonly client: CallClient; readonly event: StreamEvent },
    work: (call: SharedCall) => Promise<Reply>,
  ): Promise<Reply> {
    const running = this.#running.get(id);
    if (running && running.bodyHash !== bodyHash) throw new ProblemError('request.key_reused');
    if (running?.isAborted) {
      await running.ended;
      return await this.run({ id, bodyHash }, { client, event }, work);
    }
    if (running) return await running.join(client);
    const call = new RunningCall(bodyHash, event);
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
  readonly #event: StreamEvent;
  readonly #callAbort = new LazyAbortController();
  readonly #clients = new Set<CallClient>();
  /** The client that joined last. */
  #last: CallClient | null = null;
  readonly #reply = Promise.withResolvers<Reply>();
  /** The data of one event that says what all events so far have said; undefined before the first one. */
  #sent: unknown;

  constructor(bodyHash: string, event: StreamEvent) {
    this.bodyHash = bodyHash;
    this.#event = event;
  }

  async start(client: CallClient, work: (call: SharedCall) => Promise<Reply>): Promise<Reply> {
    this.#add(client);
    const send = client.send === null ? null : (data: unknown): void => this.#send(data);
    work({ send, callAbort: this.#callAbort }).then(this.#reply.resolve, this.#reply.reject);
    return await this.#reply.promise;
  }

  async join(client: CallClient): Promise<Reply> {
    if (this.#sent !== undefined) client.send?.(this.#sent);
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

  #send(data: unknown): void {
    this.#sent = this.#event === 'delta' ? { text: textOf(this.#sent) + textOf(data) } : data;
    for (const { send } of this.#clients) send?.(data);
  }
}

const textOf = (data: unknown): string => (data as { readonly text: string } | undefined)?.text ?? '';
