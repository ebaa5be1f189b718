/** Whether the tests run with larger numbers (`npm run test:deep`). */
export const isDeep: boolean = process.env['TEST_DEEP'] === '1';

/** Seed of this run; set `TEST_SEED` to repeat one. Tests that use it print it, for example in their title. */
export const testSeed: number = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
