import type { GlobalWithSharedResources } from './jest-global-setup.ts';

export default async function endSharedResources(): Promise<void> {
  await (globalThis as GlobalWithSharedResources).inkbearSharedResources?.end();
}
