import { randomBytes } from 'node:crypto';
import { type Operation, UsageError } from '@inkbear/service-kit/operation';
import { hash } from 'bcryptjs';
import type { Target } from './target.ts';

/** 96 random bits cannot be guessed; the cost only has to satisfy scanners. */
const cost = 11;

export const createAdminPasswordOperation: Operation<Target> = {
  name: 'create-admin-password',
  summary: 'prints a new password of the admin console once, with its hash',
  options: { store: { description: 'stores it in the data folder of a local installation, for the next start' } },
  changes: 'nothing, or with --store the password in the data folder',
  runbook: 'create-admin-password.md',
  run: async (target, { switches, isDryRun }) => {
    const isStored = switches.has('store');
    if (isStored && !target.storeAdminPassword)
      throw new UsageError('There is no data folder here: put the hash into the Secret inkbear-settings instead.');
    if (isDryRun) return [isStored ? 'A new password would be stored.' : 'A new password would be printed.'];
    const password = randomBytes(12).toString('base64url');
    if (isStored) target.storeAdminPassword?.(password);
    return [
      `Password, shown only once: ${password}`,
      isStored ? 'It is valid after the next start of Inkbear.' : `ADMIN_PASSWORD_HASH: ${await hash(password, cost)}`,
    ];
  },
};
