// Faults in whom and what a service lets in and out: identities, callers, sign-ins, shares, bodies, replies.
const kit = 'packages/service-kit/src';
const kitTests = [`${kit}/service.int.test.ts`];

export const serviceKitAccessFaults = [
  {
    name: 'The audience of an identity is not checked',
    file: `${kit}/tokens.ts`,
    find: 'audience: expected.audience,\n        clockTolerance',
    replace: 'clockTolerance',
    kind: 'int',
    tests: kitTests,
  },
  {
    name: 'An internal route accepts callers that its contract does not name',
    file: `${kit}/service.ts`,
    find: "requireCaller(served.route, res.locals['identity'] as Identity);",
    replace: '',
    kind: 'int',
    tests: kitTests,
  },
  {
    name: 'Replies keep fields that their contract does not declare',
    file: `${kit}/send-reply.ts`,
    find: 'if (result.success) return result.data;',
    replace: 'if (result.success) return reply.body;',
    kind: 'int',
    tests: kitTests,
  },
  {
    name: 'The sign-in throttle never refuses',
    file: `${kit}/sign-in-throttle.ts`,
    find: 'if (count > maxFailures)\n',
    replace: 'if (count > maxFailures * Number.MAX_SAFE_INTEGER)\n',
    kind: 'int',
    tests: ['services/auth/src/account.int.test.ts'],
  },
  {
    name: 'Slots are assigned in the order of arrival without regard to shares',
    file: `${kit}/fair-slots.ts`,
    find: ' ||\n        share.running < next[1].running ||\n        (share.running === next[1].running && share.lastStartedSeq < next[1].lastStartedSeq);',
    replace: ';',
    kind: 'unit',
    tests: [`${kit}/fair-slots.test.ts`],
  },
  {
    name: 'A sign-in accepts a device id that the account does not know',
    file: `${kit}/sign-in-throttle.ts`,
    find: "const issued = randomBytes(24).toString('base64url');",
    replace: "const issued = devices[0] ?? randomBytes(24).toString('base64url');",
    kind: 'int',
    tests: ['services/auth/src/sessions/sign-in.int.test.ts'],
  },
  {
    name: 'Large bodies are read without a budget',
    file: 'packages/service-kit/src/body-budget.ts',
    find: 'if (this.#usedBytes + bytes > this.#budgetBytes) {',
    replace: 'if (this.#usedBytes + bytes < 0) {',
    kind: 'unit',
    tests: ['packages/service-kit/src/body-budget.test.ts'],
  },
];
