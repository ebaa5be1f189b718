import { readFileSync } from 'node:fs';
import { serviceNames } from '@inkbear/contracts/services';
import type { DataFolder } from '../data-folder.ts';
import type { Env } from '../paths.ts';
import { ensureKeys, readSecrets } from '../secrets.ts';

interface Secret {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly stringData: Readonly<Record<string, string>>;
}

const issuers = [...serviceNames, 'gateway', 'auth-session', 'admin-session'];
const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
const secret = (name: string, stringData: Readonly<Record<string, string>>): Secret => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'inkbear' }, stringData });

/** The two Secrets that the chart asks for, made anew from a data folder; addresses are those of `k8s/`, unless the environment has others. */
export async function makeClusterSecrets(data: DataFolder, env: Env): Promise<{ secrets: readonly Secret[]; adminPassword: string }> {
  const keys = ensureKeys(data, issuers);
  const { adminPassword, adminPasswordHash, sandboxWebhookSecret } = await readSecrets(data, env['ADMIN_PASSWORD']);
  const read = (file: string): string => readFileSync(file, 'utf8');
  return {
    adminPassword,
    secrets: [
      secret('inkbear-settings', {
        MONGODB_URI: env['MONGODB_URI'] || 'mongodb://mongodb-0.mongodb:27017/?replicaSet=rs0',
        NATS_URL: env['NATS_URL'] || 'nats://nats:4222',
        SANDBOX_WEBHOOK_SECRET: sandboxWebhookSecret,
        ADMIN_PASSWORD_HASH: adminPasswordHash,
        ...Object.fromEntries(stripeSettings.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
        ...(env['OPENAI_API_KEY'] && { OPENAI_API_KEY: env['OPENAI_API_KEY'] }),
      }),
      secret('inkbear-keys', { 'jwks.json': read(keys.jwksFile), ...Object.fromEntries(issuers.map((issuer) => [`${issuer}.json`, read(keys.fileOf(issuer))])) }),
    ],
  };
}
