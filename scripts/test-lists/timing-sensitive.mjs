// Test files whose deep runs assert times: of replies, saves and payments, of a blocked event loop, of typing that a crash
// may lose. In a deep run no other test file runs at the same time as one of them.

export const timingSensitiveFiles = [
  'gateway/src/rate-limits/rate-limits.int.test.ts',
  'packages/e2e/specs/failures/database-outage.spec.ts',
  'packages/e2e/specs/failures/hostile-account.spec.ts',
  'packages/e2e/specs/failures/hostile-texts.spec.ts',
  'packages/e2e/specs/failures/hung-service-deadlines.spec.ts',
  'packages/e2e/specs/failures/process-kill-during-payments.spec.ts',
  'packages/e2e/specs/failures/sign-ins-during-exports.spec.ts',
  'packages/e2e/specs/failures/tab-crash.spec.ts',
  'packages/service-kit/src/outages.int.test.ts',
  'services/ai/src/offline/hostile-texts.int.test.ts',
  'services/books/src/outline-analysis/outline-analysis.int.test.ts',
  'services/books/src/revisions/long-changes.int.test.ts',
  'services/export/src/rendering/hostile-texts.int.test.ts',
];
