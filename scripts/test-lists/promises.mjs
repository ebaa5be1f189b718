// The test files of each promise in the table of docs/reliability.md, by its number. `npm run test:deep -- failures` runs
// them. The specs of a cluster are not listed, because they need one: `npm run test:cluster`.

export const promiseTests = [
  {
    promise: 1,
    files: [
      'packages/e2e/specs/failures/export-crash.spec.ts',
      'packages/e2e/specs/failures/full-disk.spec.ts',
      'packages/e2e/specs/failures/partial-outage.spec.ts',
      'packages/e2e/specs/failures/process-kill-during-payments.spec.ts',
      'packages/e2e/specs/failures/process-kill-during-saves.spec.ts',
    ],
  },
  {
    promise: 2,
    files: ['packages/e2e/specs/least-privilege.spec.ts', 'packages/e2e/specs/tenant-isolation.spec.ts'],
  },
  {
    promise: 3,
    files: ['packages/e2e/specs/failures/hostile-texts.spec.ts', 'packages/e2e/specs/unauthorized-access.spec.ts'],
  },
  {
    promise: 4,
    files: ['services/billing/src/journeys.int.test.ts', 'services/referrals/src/journeys.int.test.ts'],
  },
  {
    promise: 5,
    files: [
      'packages/service-kit/src/crashes.int.test.ts',
      'packages/service-kit/src/resilience.int.test.ts',
      'packages/service-kit/src/service.int.test.ts',
      'services/billing/src/journeys.int.test.ts',
    ],
  },
  {
    promise: 6,
    files: [
      'frontends/author/src/saving/save-queue.model.test.ts',
      'packages/e2e/specs/autosave-across-tabs-and-offline.spec.ts',
      'packages/e2e/specs/failures/tab-crash.spec.ts',
      'packages/e2e/specs/unsaved-text-recovery.spec.ts',
      'packages/manuscript-store/src/history.int.test.ts',
    ],
  },
  {
    promise: 7,
    files: [
      'packages/service-kit/src/byte-quota.int.test.ts',
      'services/ai/src/generations.int.test.ts',
      'services/ai/src/quota/token-ceilings.int.test.ts',
      'services/billing/src/promo-codes/promo-codes.int.test.ts',
      'services/books/src/allowance/allowance.int.test.ts',
    ],
  },
  // `npm run test:safeguards`.
  { promise: 8, files: [] },
  {
    promise: 9,
    files: [
      'gateway/src/sessions/sessions.int.test.ts',
      'packages/e2e/specs/plan-purchase-and-end.spec.ts',
      'packages/e2e/specs/unauthorized-access.spec.ts',
    ],
  },
  {
    promise: 10,
    files: [
      'gateway/src/rate-limits/client-address.test.ts',
      'gateway/src/rate-limits/rate-limits.int.test.ts',
      'packages/service-kit/src/client-address.test.ts',
      'services/admin/src/sessions/sign-in.replicas.int.test.ts',
      'services/auth/src/account.int.test.ts',
      'services/auth/src/sessions/sign-in.replicas.int.test.ts',
    ],
  },
  {
    promise: 11,
    files: [
      'packages/operations/src/backup/backup.int.test.ts',
      'packages/operations/src/backup/restored-services.int.test.ts',
    ],
  },
  { promise: 12, files: ['packages/service-kit/src/service.int.test.ts'] },
  {
    promise: 13,
    files: [
      'gateway/src/proxy/deadlines.int.test.ts',
      'packages/e2e/specs/failures/export-crash.spec.ts',
      'packages/e2e/specs/failures/hung-service-deadlines.spec.ts',
      'packages/e2e/specs/failures/partial-outage.spec.ts',
      'packages/e2e/specs/failures/process-kill-during-saves.spec.ts',
    ],
  },
  {
    promise: 14,
    files: [
      'gateway/src/security/security-headers.test.ts',
      'gateway/src/web-app/web-app.int.test.ts',
      'packages/e2e/specs/ai-reply-markup.spec.ts',
      'packages/e2e/specs/stored-markup.spec.ts',
      'packages/e2e/specs/text-round-trip.spec.ts',
      'services/admin/src/logo/image-kind.test.ts',
      'services/admin/src/logo/logo.int.test.ts',
    ],
  },
  {
    promise: 15,
    files: [
      'packages/e2e/specs/failures/hostile-account.spec.ts',
      'packages/e2e/specs/failures/hostile-texts.spec.ts',
      'packages/e2e/specs/failures/sign-ins-during-exports.spec.ts',
      'packages/service-kit/src/fair-slots.test.ts',
      'packages/service-kit/src/worker-pool.test.ts',
      'services/ai/src/offline/hostile-texts.int.test.ts',
      'services/books/src/outline-analysis/outline-analysis.int.test.ts',
      'services/export/src/rendering/hostile-texts.int.test.ts',
    ],
  },
  {
    promise: 16,
    files: [
      'gateway/src/rate-limits/rate-limits.int.test.ts',
      'packages/e2e/specs/failures/database-outage.spec.ts',
      'packages/service-kit/src/database-probe.test.ts',
      'packages/service-kit/src/mongo.test.ts',
      'packages/service-kit/src/outages.int.test.ts',
    ],
  },
  {
    promise: 17,
    files: [
      'packages/e2e/specs/failures/export-crash.spec.ts',
      'services/export/src/editions/edition-runner.int.test.ts',
      'services/export/src/editions/editions.int.test.ts',
    ],
  },
];
