/** `npm run test:deep` runs the same files with larger numbers. */
export const isDeep: boolean = process.env['TEST_DEEP'] === '1';

/** Of this run; `TEST_SEED` brings an earlier one back, so whoever uses it says it in a title or a line. */
export const testSeed: number = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
