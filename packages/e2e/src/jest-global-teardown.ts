import type { GlobalWithSharedStack } from './jest-global-setup.ts';

export default async function endSharedStackServer(): Promise<void> {
  await (globalThis as GlobalWithSharedStack).inkbearSharedStack?.end();
}
