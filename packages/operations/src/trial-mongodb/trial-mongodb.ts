import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { MongoUser } from '../mongodb/mongo-users.ts';
import { prepareMongod } from '../mongodb/prepare-mongod.ts';
import type { Logger } from '@inkbear/service-kit/logger';
import type { TrialMongodbEnv } from './env.ts';

const notReadyIntervalMs = 500;
/** A changed Secret is applied, and a lost primary noticed, after this time. */
const readyIntervalMs = 5000;

/**
 * Prepares the mongod of a trial: its key file, its replica set and its users. `GET /healthz` answers when the key file
 * exists, `GET /readyz` when mongod is the writable primary with all users.
 */
export class TrialMongodb {
  readonly #env: TrialMongodbEnv;
  readonly #logger: Logger;
  readonly #server = createServer((request, response) => this.#answer(request.url ?? '', response));
  #whyNotReady: string | undefined = 'mongod was not asked yet';
  #timer: NodeJS.Timeout | undefined;
  #preparing: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(env: TrialMongodbEnv, logger: Logger) {
    this.#env = env;
    this.#logger = logger;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server is not listening.');
    return `http://127.0.0.1:${address.port}`;
  }

  async start(): Promise<void> {
    await this.#copyKey();
    this.#server.listen(this.#env.PORT, this.#env.HOST);
    await once(this.#server, 'listening');
    this.#prepareSoon(0);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#preparing;
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /**
   * mongod requires a key file that only its user can read; files of a Secret can be read by the pod's group too. After
   * a restart of this container mongod still uses the copied key, so a newer one of the Secret must not replace it.
   */
  async #copyKey(): Promise<void> {
    const { SECRET_KEY_FILE, KEY_FILE } = this.#env;
    if (existsSync(KEY_FILE)) return;
    await writeFile(`${KEY_FILE}.next`, await readFile(SECRET_KEY_FILE), { mode: 0o400 });
    await rename(`${KEY_FILE}.next`, KEY_FILE);
  }

  #prepareSoon(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#preparing = this.#prepare();
    }, afterMs);
  }

  async #prepare(): Promise<void> {
    const why = await this.#findWhyNotReady();
    if (why !== this.#whyNotReady)
      this.#logger.info({ reason: why }, why === undefined ? 'mongodb_ready' : 'mongodb_not_ready');
    this.#whyNotReady = why;
    if (!this.#isStopping) this.#prepareSoon(why === undefined ? readyIntervalMs : notReadyIntervalMs);
  }

  async #findWhyNotReady(): Promise<string | undefined> {
    const { MONGODB_ADDRESS, MONGODB_MEMBER, KEY_FILE, USERS_FILE } = this.#env;
    try {
      const users = parseUsers(await readFile(USERS_FILE, 'utf8'));
      const key = (await readFile(KEY_FILE, 'utf8')).trim();
      return await prepareMongod({ address: MONGODB_ADDRESS, member: MONGODB_MEMBER, key, users });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #answer(path: string, response: ServerResponse): void {
    const isReady = this.#whyNotReady === undefined;
    if (path === '/healthz') sendJson(response, 200, { status: 'alive' });
    else if (path === '/readyz') sendJson(response, isReady ? 200 : 503, { ready: isReady, reason: this.#whyNotReady });
    else sendJson(response, 404, { status: 'not found' });
  }
}

/** The message of a SyntaxError quotes the text, which has passwords. */
function parseUsers(text: string): MongoUser[] {
  try {
    return JSON.parse(text) as MongoUser[];
  } catch {
    throw new Error('the file of the users is not JSON');
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
