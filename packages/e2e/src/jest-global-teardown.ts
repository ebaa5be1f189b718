import type { GlobalWithRunServer } from './jest-global-setup.ts';

export default async function endRunServer(): Promise<void> {
  await (globalThis as GlobalWithRunServer).inkbearRunServer?.end();
}
