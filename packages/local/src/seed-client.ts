import { randomUUID } from 'node:crypto';
import { StartError } from './start-error.ts';

interface Call {
  readonly body?: unknown;
  /** Error statuses that the caller handles. */
  readonly accept?: readonly number[];
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A client of the public API that keeps cookies like a browser. */
export class SeedClient {
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(address: string, publicUrl: string) {
    this.#address = address;
    this.#origin = new URL(publicUrl).origin;
  }

  get(path: string, call: Call = {}): Promise<Reply> {
    return this.#send('GET', path, call);
  }

  post(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<Reply> {
    return this.#send('POST', path, { ...call, body });
  }

  put(path: string, body: unknown): Promise<Reply> {
    return this.#send('PUT', path, { body });
  }

  async #send(method: string, path: string, { body, accept = [] }: Call): Promise<Reply> {
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...(this.#cookies.size > 0 && {
          Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(method !== 'GET' && {
          Origin: this.#origin,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new StartError(
        `The demo could not be created: ${method} ${path} got no answer (${(error as Error).message}).`,
      );
    });
    this.#storeCookies(reply.headers.getSetCookie());
    const text = await reply.text();
    if (!reply.ok && !accept.includes(reply.status)) {
      throw new StartError(
        `The demo could not be created: ${method} ${path} answered ${reply.status} ${text.slice(0, 400)}`,
      );
    }
    return { status: reply.status, body: parse(text, `${method} ${path}`) };
  }

  #storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      const [name, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function parse(text: string, request: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new StartError(`The demo could not be created: ${request} did not answer with JSON.`);
  }
}
