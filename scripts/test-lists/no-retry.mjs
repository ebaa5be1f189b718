// Test files and folders that `npm test` never retries. Their failure may mean a lost word or wrong money, which a race
// causes in some runs only: a retry that passes would hide it.

export const noRetryPaths = [
  'frontends/author/src/saving/',
  'packages/e2e/specs/failures/',
  'packages/manuscript-store/',
  'packages/service-kit/src/crashes.int.test.ts',
  'packages/service-kit/src/outbox.int.test.ts',
  'packages/service-kit/src/resilience.int.test.ts',
  'services/billing/src/journeys.int.test.ts',
  'services/referrals/src/journeys.int.test.ts',
];
