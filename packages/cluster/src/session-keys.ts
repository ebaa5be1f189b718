import path from 'node:path';
import { sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { pinnedNode, repositoryRoot } from '@inkbear/local/paths';
import { secretSpreadMs } from '@inkbear/operations/keys/key-secret';
import { keyReloadMs } from '@inkbear/service-kit/keys';
import { evaluateIn, kubectl, readJson } from './cluster.ts';
import { run } from './run.ts';

/**
 * The pause of three minutes between steps 1 and 2 of docs/runbooks/rotate-keys.md: until each pod has the changed
 * Secret and each process has read it.
 */
export const documentedWaitMs = secretSpreadMs + keyReloadMs;

const secretName = 'inkbear-keys';
const keyFolder = '/run/inkbear/keys';

interface PublicKey {
  readonly kid: string;
  readonly iss: string;
  readonly retiresAt?: string;
}

interface KeySecret {
  readonly data: Record<string, string>;
}

export interface SessionKeys {
  /** The id of the key that signs new sessions. */
  readonly signing: string;
  /** The public keys with which sessions are verified. */
  readonly published: readonly PublicKey[];
}

/** Runs one step of `rotate-keys` for the key of sessions, as the runbook does it in a cluster. */
export async function rotateSessionKey(...args: readonly ('--finish' | typeof sessionIssuer)[]): Promise<void> {
  const secret = await kubectl(['get', 'secret', secretName, '--output=json']);
  const ops = path.join(repositoryRoot, 'packages/local/src/ops.ts');
  const input = await run(pinnedNode, ['--no-warnings', ops, 'rotate-keys', ...args, '--secret'], { input: secret });
  await kubectl(['replace', '--filename=-'], { input });
}

/** Reads the keys from the Secret; a pod has them up to `secretSpreadMs` later. */
export async function readSessionKeys(): Promise<SessionKeys> {
  const { data } = await readJson<KeySecret>('get', 'secret', secretName);
  const { kid } = decode<{ kid: string }>(data[`${sessionIssuer}.json`]);
  const { keys } = decode<{ keys: PublicKey[] }>(data['jwks.json']);
  return { signing: kid, published: keys.filter(({ iss }) => iss === sessionIssuer) };
}

/** Backdates the replaced keys in the Secret, as if the seven days for which they stay valid had passed. */
export async function expireReplacedKeys(): Promise<void> {
  const secret = await readJson<KeySecret>('get', 'secret', secretName);
  const { keys } = decode<{ keys: PublicKey[] }>(secret.data['jwks.json']);
  const expired = keys.map((key) =>
    key.retiresAt === undefined ? key : { ...key, retiresAt: new Date(0).toISOString() },
  );
  secret.data['jwks.json'] = Buffer.from(JSON.stringify({ keys: expired }, null, 2)).toString('base64');
  await kubectl(['replace', '--filename=-'], { input: JSON.stringify(secret) });
}

/** Whether the file that a pod mounts names the key. */
export async function mountsKey(pod: string, file: 'jwks.json' | 'session.json', kid: string): Promise<boolean> {
  const script = `
    import { readFileSync } from 'node:fs';
    console.log(readFileSync(${JSON.stringify(`${keyFolder}/${file}`)}, 'utf8').includes(${JSON.stringify(kid)}));
  `;
  return (await evaluateIn(pod, script)).trim() === 'true';
}

/** The id of the key that has signed a session's token. */
export const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

const decode = <T>(text = ''): T => JSON.parse(Buffer.from(text, 'base64').toString()) as T;
