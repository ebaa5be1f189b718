// Inputs that try to use up what all users share: time of the event loop, memory, disk, workers, tokens. Each test is a
// file with titles of its tests.

export const resourceExhaustion = [
  {
    input: 'outlines, chapters and prompts of line breaks, blanks, marks, half characters or one endless word',
    tests: [
      [
        'services/books/src/outline-analysis/outline-analysis.int.test.ts',
        'analyses 500,000 characters of %s without blocking another author',
        'refuses one author’s flood with 503 and Retry-After, and serves another author',
      ],
      ['services/export/src/rendering/hostile-texts.int.test.ts', 'exports %s, and then the outline of another author'],
      ['services/ai/src/offline/hostile-texts.int.test.ts', 'polishes %s while other requests are served'],
      [
        'packages/e2e/specs/failures/hostile-texts.spec.ts',
        'of %s get acceptable replies from every route and block no event loop',
      ],
    ],
  },
  {
    input: 'lists, exports and archives of the most and longest chapters, stories and results',
    tests: [
      [
        'services/books/src/quota.int.test.ts',
        'allows 1,000 chapters per book and says what to do then',
        'lists books without outlines and chapters without texts; a single one has them',
        'serves texts to other services in pages by chapter id, and the nearest ones before a chapter to ai',
      ],
      [
        'services/ai/src/results.int.test.ts',
        'returns pages of at most 4 MB, and a larger result on a page of its own',
        'deletes the oldest results beyond 50 MB instead of refusing AI',
      ],
      [
        'services/export/src/export.int.test.ts',
        'loads no text for a plan without export',
        'refuses a document that needs more memory',
      ],
      ['services/export/src/sources/read-all-chapters.test.ts', 'refuses a longer book with 400, and stops reading it'],
      ['services/export/src/archive/archive.int.test.ts', 'reads no further chapters while the client does not read'],
      ['packages/service-kit/src/process-pool.test.ts', 'ends only the process whose task is %s'],
    ],
  },
  {
    input: 'saves, and short requests with long replies, that fill the disk',
    tests: [
      [
        'packages/service-kit/src/idempotency.int.test.ts',
        'stores no reply longer than 64 KB, and still does nothing twice',
        'keeps the newest 500 keys of an actor',
      ],
      ['packages/service-kit/src/byte-quota.int.test.ts', 'allows exactly as many concurrent writes as fit the quota'],
      ['services/stories/src/quota.int.test.ts', 'refuses creating at 100 % and editing at 125 %'],
      [
        'packages/e2e/specs/failures/hostile-account.spec.ts',
        'all get acceptable replies, crash no process, and neither lose nor delay another author’s saves',
      ],
    ],
  },
  {
    input: 'saves of 50,000 changed sections each, and then reading an old revision',
    tests: [
      [
        'services/books/src/revisions/long-changes.int.test.ts',
        'reads a revision after 16 saves of 50,000 sections (deep: without blocking another author)',
      ],
    ],
  },
  {
    input: 'parallel AI calls beyond the token ceilings',
    tests: [
      [
        'services/ai/src/quota/token-ceilings.int.test.ts',
        'lets exactly 7 of 200 calls of one user through on two replicas when the ceiling allows 7',
        'lets exactly 7 of 200 calls of different users through when the global ceiling allows 7',
      ],
      ['services/ai/src/generations.int.test.ts', 'lets exactly one of 200 parallel calls through when one'],
    ],
  },
  {
    input: 'floods that occupy the workers or the connections which all users share',
    tests: [
      [
        'services/ai/src/generations/generation-worker.test.ts',
        'serves another user while one user exceeds the share of 8 waiting tasks',
      ],
      ['services/ai/src/style.int.test.ts', 'serves other users while one user exceeds the share of the queue'],
      [
        'services/auth/src/sessions/sign-in.int.test.ts',
        'serves other addresses while one address queues too many sign-ins',
      ],
      [
        'services/export/src/export.int.test.ts',
        'serves another user while one user has used up their share of the queue',
      ],
      [
        'services/export/src/covers/cover.int.test.ts',
        'is re-encoded for another author while one author uploads covers without a pause',
        'is processed one at a time, and so are guides in PNG',
      ],
      [
        'packages/service-kit/src/fair-slots.test.ts',
        'limits the concurrent jobs of one owner while others use the free slots',
      ],
      [
        'packages/e2e/specs/failures/sign-ins-during-exports.spec.ts',
        'get 2xx or 503 with Retry-After, restart no process and block no event loop',
      ],
      ['gateway/src/proxy/requests-in-flight.int.test.ts', 'do not delay another caller, however many'],
    ],
  },
  {
    input: 'uploaded manuscripts that are large, slow, damaged, or unpack to far more than they are',
    tests: [
      [
        'packages/import/src/archive/archive.test.ts',
        'is refused when the unpacked bytes of all archives together are too many',
      ],
      [
        'packages/import/src/hostile-texts.test.ts',
        'is read as %s in linear time, or refused',
        'with very many %s is read in linear time, or refused',
      ],
      [
        'gateway/src/proxy/uploads.int.test.ts',
        'are forwarded up to 51 MB with backpressure, so that no process holds them in memory',
        'run one at a time for each caller, beside other requests',
      ],
      [
        'services/export/src/imports/imports.int.test.ts',
        'are limited for each author: in total, at a time and for a day',
        'are given up when nothing arrives any more',
        'leave nothing when their client disconnects',
      ],
      [
        'services/export/src/imports/import-runner.int.test.ts',
        'in a process that is ended when the import is cancelled, and store nothing then',
        'of another author first, when one author has uploaded several',
      ],
    ],
  },
  {
    input: 'large bodies, slow clients and clients that never read their reply',
    tests: [
      [
        'packages/service-kit/src/body-budget.test.ts',
        'refuses a large body beyond the budget before it is read, and lets small ones in',
        'counts %s before it is read',
      ],
      [
        'services/export/src/archive/archive.int.test.ts',
        'is cut off when the client stops reading, and releases its slot',
      ],
      [
        'packages/e2e/specs/failures/hostile-account.spec.ts',
        'all get acceptable replies, crash no process, and neither lose nor delay another author’s saves',
      ],
    ],
  },
  {
    input: 'visits to invented pages without end',
    tests: [['services/admin/src/admin.int.test.ts', 'counts all unknown paths in one row per day']],
  },
  {
    input: 'images that are bombs, scripts or no images',
    tests: [
      [
        'services/admin/src/logo/logo.int.test.ts',
        'rejects other files regardless of their names, and decompression bombs',
        'is rasterised from an SVG without running scripts or making requests',
      ],
      ['services/admin/src/logo/image-kind.test.ts', 'rejects %j'],
    ],
  },
];
