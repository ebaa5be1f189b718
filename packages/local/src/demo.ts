import { existsSync, readFileSync } from 'node:fs';
import type { DataFolder } from './data-folder.ts';
import { randomPassword, writePrivateJson } from './secrets.ts';

export type DemoPlan = 'free' | 'pro_monthly' | 'pro_oneoff';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly plan: DemoPlan;
}

/** The content of `demo.json`. */
export interface Demo {
  readonly url: string;
  readonly adminPassword: string;
  readonly accounts: readonly DemoAccount[];
  readonly seeded: boolean;
}

const demoPlans: readonly (readonly [string, DemoPlan])[] = [
  ['free@inkbear.demo', 'free'],
  ['monthly@inkbear.demo', 'pro_monthly'],
  ['oneoff@inkbear.demo', 'pro_oneoff'],
];

/** Reads `demo.json`; undefined before the first start. */
export function readDemo(data: DataFolder): Demo | undefined {
  const file = data.file('demo.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
}

/**
 * Writes `demo.json`, including the passwords, before the accounts are created, so that an interrupted seeding can be
 * continued.
 */
export function writeDemo(data: DataFolder, facts: Pick<Demo, 'url' | 'adminPassword'>, seeded: boolean): Demo {
  const accounts =
    readDemo(data)?.accounts ?? demoPlans.map(([email, plan]) => ({ email, password: randomPassword(), plan }));
  const demo: Demo = { ...facts, accounts, seeded };
  writePrivateJson(data.file('demo.json'), demo);
  return demo;
}
