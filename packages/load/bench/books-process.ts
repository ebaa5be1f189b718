import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createBook } from '@inkbear/contracts/books/book';
import { listChapters } from '@inkbear/contracts/books/chapter';
import { buildPath } from '@inkbear/contracts/route';
import { serviceNames } from '@inkbear/contracts/services';
import type { Infrastructure } from '@inkbear/local/infrastructure';
import { identityHeader, type Identity, signIdentity } from '@inkbear/service-kit/identity';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { createTestKeys } from '@inkbear/service-kit/testing/test-keys';
import { MeasuredProcess } from './measured-process.ts';
import type { WireClient } from './wire-client.ts';

const inRoot = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));
/** No other service runs; a save calls none of them. */
const unreachableServices = Object.fromEntries(
  serviceNames.map((name) => [`${name.toUpperCase()}_URL`, 'http://127.0.0.1:1']),
);
/** As long as the gateway reuses a signed identity. */
const identityReuseMs = 2000;

interface BooksOptions {
  /** Distinguishes the database and the subjects of processes that run at the same time. */
  readonly name?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Built once, because building deletes the files of a running process. */
let isBuilt = false;
function buildBooks(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [inRoot('scripts/bundle.mjs'), inRoot('services/books')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  isBuilt = true;
}

/** The bundled books service with its production settings, and the headers that the gateway would send to it. */
export class BooksProcess {
  readonly url: string;
  readonly process: MeasuredProcess;
  readonly #sign: (identity: Identity) => string;
  #requests = 0;
  readonly #signed = new Map<string, { token: string; until: number }>();

  private constructor(url: string, process: MeasuredProcess, sign: (identity: Identity) => string) {
    this.url = url;
    this.process = process;
    this.#sign = sign;
  }

  static async start(
    { mongodbUri, natsUrl }: Infrastructure,
    port: number,
    { name = 'books', env: moreEnv = {} }: BooksOptions = {},
  ): Promise<BooksProcess> {
    const keys = createTestKeys([...serviceNames, 'gateway']);
    const url = `http://127.0.0.1:${port}`;
    const env = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      MONGODB_URI: mongodbUri,
      MONGODB_DATABASE: `bench_${name}`,
      NATS_URL: natsUrl,
      NATS_PREFIX: `bench-${name}.`,
      JWKS_FILE: keys.jwksFile,
      PRIVATE_KEY_FILE: keys.privateKeyFile('books'),
      ...unreachableServices,
      ...moreEnv,
    };
    buildBooks();
    execFileSync(globalThis.process.execPath, ['--no-warnings', inRoot('services/books/dist/main.js'), 'migrate'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const measured = await MeasuredProcess.start(
      inRoot('services/books/dist/main.js'),
      env,
      async () => (await fetch(`${url}/readyz`)).ok,
    );
    const signer = loadSigningKey(keys.privateKeyFile('gateway'));
    return new BooksProcess(url, measured, (identity) => signIdentity(signer, 'books', identity));
  }

  /** The headers that the gateway adds: signed identity, request id and trace context (one in twenty is sampled). */
  headers(userId: string): Record<string, string> {
    this.#requests += 1;
    const trace = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${this.#requests % 20 === 0 ? '01' : '00'}`;
    return { [identityHeader]: this.#identityOf(userId), 'x-request-id': randomUUID(), traceparent: trace };
  }

  #identityOf(userId: string): string {
    const known = this.#signed.get(userId);
    if (known && known.until > Date.now()) return known.token;
    const token = this.#sign({ role: 'user', userId, sid: randomUUID(), signedInAt: Math.floor(Date.now() / 1000) });
    this.#signed.set(userId, { token, until: Date.now() + identityReuseMs });
    return token;
  }

  /** Creates a book for a new author and returns the id of its chapter. */
  async createChapter(client: WireClient, userId: string): Promise<string> {
    const book = JSON.parse(
      (await client.send('POST', this.url + createBook.path, JSON.stringify({ title: 'Bench' }), this.headers(userId)))
        .body,
    ) as { id: string };
    const chapters = JSON.parse(
      (await client.send('GET', this.url + buildPath(listChapters, { id: book.id }), '', this.headers(userId))).body,
    ) as { id: string }[];
    return chapters[0]?.id ?? '';
  }
}
