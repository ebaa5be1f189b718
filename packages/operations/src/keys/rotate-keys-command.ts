import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, OperationError, type OperationInput, UsageError } from '@inkbear/service-kit/operation';
import type { Target } from '../target.ts';
import { KeyFolder } from './key-folder.ts';
import { KeySecret, secretSpreadMs } from './key-secret.ts';
import { makeKey, type PublicJwk } from './private-jwk.ts';
import { issuers, type KeyFiles, publishNextKey, removeRetired, startSigning, stateOf } from './rotation.ts';

/** All processes of a local installation read the same folder; a second for a file that is being read. */
const folderSpreadMs = 1000;

type Changes = Readonly<Record<string, string | null>>;

export const rotateKeysOperation: Operation<Target> = {
  name: 'rotate-keys',
  summary: 'replaces signing keys without signing anybody out',
  parameters: [
    { name: 'issuer', description: 'the issuer of one key; default all', isOptional: true, choices: issuers },
  ],
  options: {
    finish: { description: 'removes the public halves of replaced keys whose signatures have all expired' },
    secret: { description: 'reads the Secret of a cluster from standard input and prints it changed, one step a run' },
  },
  changes: 'the private keys and jwks.json, or with --secret nothing: it prints what to replace',
  runbook: 'rotate-keys.md',
  run: async (target, input) => {
    const chosen = input.values['issuer'] === undefined ? issuers : [input.values['issuer']];
    if (input.switches.has('secret')) return await rotateSecret(target, input, chosen);
    if (target.keyFolder === null) throw new UsageError('The keys are in a Secret here: use --secret.');
    const folder = new KeyFolder(target.keyFolder);
    return input.switches.has('finish') ? finishFolder(folder, input) : await rotateFolder(folder, input, chosen);
  },
};

/** All steps one after the other, with the wait between them. An interrupted rotation is continued. */
async function rotateFolder(
  folder: KeyFolder,
  { isDryRun, report }: OperationInput,
  chosen: readonly string[],
): Promise<string[]> {
  if (isDryRun) return chosen.map((issuer) => `${issuer}: ${describeNext(folder.read(), issuer, folderSpreadMs)}`);
  for (const issuer of chosen) {
    const files = folder.read();
    if (stateOf(files, issuer, folderSpreadMs).kind === 'idle')
      folder.write(publishNextKey(files, makeKey(issuer), new Date()));
  }
  await waitUntilReady(folder.read(), chosen, report);
  for (const issuer of chosen) folder.write(startSigning(folder.read(), issuer, new Date()));
  return [
    `New keys of ${chosen.join(', ')} sign within a minute.`,
    ...describeWaiting(removeRetired(folder.read(), new Date()).waiting),
  ];
}

async function waitUntilReady(
  files: KeyFiles,
  chosen: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  const times = chosen.map((issuer) => stateOf(files, issuer, folderSpreadMs));
  const waitMs = Math.max(...times.map((state) => (state.kind === 'idle' ? 0 : state.readyAt.getTime() - Date.now())));
  if (waitMs <= 0) return;
  report(`Waiting ${Math.ceil(waitMs / 1000)} s until every process has the new public keys…`);
  await sleep(waitMs);
}

function finishFolder(folder: KeyFolder, { isDryRun }: OperationInput): string[] {
  const { files, removed, waiting } = removeRetired(folder.read(), new Date());
  if (!isDryRun) folder.write(files);
  return describeFinish(removed, waiting, isDryRun);
}

/** Takes the next step for each chosen issuer. Standard output gets only the changed Secret, for `kubectl replace`. */
async function rotateSecret(
  target: Target,
  { isDryRun, switches, report }: OperationInput,
  chosen: readonly string[],
): Promise<string[]> {
  const secret = new KeySecret(await target.readStandardInput());
  const files = secret.read();
  const now = new Date();
  if (switches.has('finish')) {
    const { files: changes, removed, waiting } = removeRetired(files, now);
    for (const line of describeFinish(removed, waiting, isDryRun)) report(line);
    return isDryRun ? [] : [secret.print(changes)];
  }
  for (const issuer of chosen) report(`${issuer}: ${describeNext(files, issuer, secretSpreadMs)}`);
  if (isDryRun) return [];
  let changes: Changes = {};
  for (const issuer of chosen)
    changes = { ...changes, ...nextStep({ ...files, ...withoutNull(changes) }, issuer, now) };
  return [secret.print(changes)];
}

const withoutNull = (changes: Changes): KeyFiles =>
  Object.fromEntries(Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null));

function nextStep(files: KeyFiles, issuer: string, now: Date): Changes {
  const state = stateOf(files, issuer, secretSpreadMs);
  if (state.kind === 'idle') return publishNextKey(files, makeKey(issuer), now);
  if (state.readyAt > now)
    throw new OperationError(
      `The new public key of ${issuer} reaches every process by ${state.readyAt.toISOString()}. Run this again after that.`,
    );
  return startSigning(files, issuer, now);
}

function describeNext(files: KeyFiles, issuer: string, spreadMs: number): string {
  const state = stateOf(files, issuer, spreadMs);
  return state.kind === 'idle'
    ? 'publishes a new key'
    : `the published key may sign from ${state.readyAt.toISOString()}`;
}

function describeFinish(removed: readonly PublicJwk[], waiting: readonly PublicJwk[], isDryRun: boolean): string[] {
  const verb = isDryRun ? 'would be removed' : 'removed';
  return [
    ...removed.map(({ kid }) => `${kid}: ${verb}`),
    ...describeWaiting(waiting),
    ...(removed.length + waiting.length === 0 ? ['There are no replaced keys.'] : []),
  ];
}

const describeWaiting = (waiting: readonly PublicJwk[]): string[] =>
  waiting.map(({ kid, retiresAt }) => `${kid}: valid until ${retiresAt}; then: rotate-keys --finish`);
