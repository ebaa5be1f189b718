// Inputs that try to get access, money or another meaning: forged, guessed, replayed and malformed ones. Each test is a
// file with titles of its tests.

export const forgedRequests = [
  {
    input: 'one process that acts as another at the database, the broker or an internal route',
    tests: [
      [
        'packages/local/src/least-privilege.int.test.ts',
        'rejects unauthenticated connections, and secret files are readable by their owner only',
        'lets %s work in its own database and in no other',
        'lets %s publish its own events and no others, and read no subject of another',
        'rejects a forged entitlement event of another process',
      ],
      [
        'packages/e2e/specs/least-privilege.spec.ts',
        '%s refuses every process that its contract does not name',
        'a process cannot publish events of another process, and a client without credentials cannot publish at all',
      ],
      [
        'packages/local/src/cluster/chart.test.ts',
        'gives each process its own connection strings, which no other process can read',
      ],
    ],
  },
  {
    input: 'passwords that bcrypt reads only in part',
    tests: [
      ['services/auth/src/sessions/sign-in.int.test.ts', 'rejects %s like any wrong password'],
      ['packages/service-kit/src/passwords.test.ts', 'refuses %s, and never hashes it'],
    ],
  },
  {
    input: 'guessed passwords, on many replicas and from many addresses, and timing of unknown accounts',
    tests: [
      [
        'services/auth/src/account.int.test.ts',
        'throttles unknown devices after 20 parallel failures and still admits the owner’s device',
        'returns the same error for an unknown e-mail and a wrong password',
        'throttles guesses of the current password from a stolen session',
        'throttles guesses of the password for a deletion from a stolen session',
      ],
      [
        'services/auth/src/sessions/sign-in.replicas.int.test.ts',
        'limits an account to 20 guesses an hour over all replicas',
      ],
      [
        'services/admin/src/sessions/sign-in.replicas.int.test.ts',
        'limits unknown devices to 20 guesses an hour across replicas and addresses',
      ],
      [
        'packages/service-kit/src/passwords.test.ts',
        'compares with a decoy of the same cost when no account was found',
      ],
    ],
  },
  {
    input: 'a device id that the client invented, and cookies set by a sibling host',
    tests: [
      [
        'services/auth/src/sessions/sign-in.int.test.ts',
        'is not trusted when the client invented it or copied it from another account',
      ],
      ['packages/service-kit/src/device-cookie.test.ts', 'uses the __Host- prefix over https'],
      [
        'services/auth/src/sessions/session-cookies.int.test.ts',
        'is issued at registration and at sign-in for exactly this host and for https only',
      ],
    ],
  },
  {
    input: 'a session from before the sign-in, and sessions that have ended',
    tests: [
      [
        'services/auth/src/sessions/sign-in.int.test.ts',
        'issues a session of its own, whatever session the browser had before',
      ],
      ['services/auth/src/account.int.test.ts', 'reset a password, which ends all earlier sessions'],
      [
        'packages/e2e/specs/unauthorized-access.spec.ts',
        'refuses a session within five seconds of its end',
        'refuses all sessions of a user within five seconds of a password reset, and the new password signs in',
      ],
    ],
  },
  {
    input: 'addresses of clients forged in forwarding headers',
    tests: [
      [
        'gateway/src/rate-limits/client-address.test.ts',
        'uses the socket address and ignores the header without trusted proxies',
        'trusts only the entries of our own proxies',
      ],
      [
        'packages/local/src/cluster/chart.test.ts',
        'trusts X-Forwarded-For in the gateway only behind a proxy that sets it',
        'refuses %s while every pod may call the gateway, unless the trusted proxies are given',
      ],
    ],
  },
  {
    input: 'requests and links from other sites',
    tests: [
      ['gateway/src/security/cross-site.test.ts', '%s with Sec-Fetch-Site %s and Origin %s: refused %s'],
      [
        'services/export/src/export.int.test.ts',
        'exports a story for a link %s, and publishes its event only for our own pages',
      ],
      ['packages/web-kit/src/session.test.tsx', 'localPath turns ?next=%s into %s'],
      ['gateway/src/security/security-headers.test.ts', 'set HSTS only for https sites'],
    ],
  },
  {
    input: 'titles that break headers or file names',
    tests: [
      [
        'services/export/src/rendering/attachment.test.ts',
        'has a file name that is safe in headers and file systems: %j',
        'truncates between characters, never inside a surrogate pair',
      ],
    ],
  },
  {
    input: 'the public readiness route, asked for internal details',
    tests: [['gateway/src/gateway.int.test.ts', 'is ready only after it has fetched the revocation lists']],
  },
  {
    input: 'texts that try to end or imitate a section of a prompt',
    tests: [
      ['services/ai/src/prompts/build-prompt.test.ts', 'cannot be ended or imitated by %j in its text', 'contains %s'],
    ],
  },
  {
    input: 'malformed bodies, preconditions and parameters',
    tests: [
      [
        'services/books/src/chapters/chapters.int.test.ts',
        'refuses a body that is empty or not UTF-8',
        'an unknown If-Match',
      ],
      ['packages/service-kit/src/etag.test.ts', 'reads %s as a revision that never exists'],
      ['services/export/src/export.int.test.ts', 'requires a chapter id for a chapter export'],
      [
        'packages/service-kit/src/service.int.test.ts',
        'rejects unknown fields, other content types, broken JSON and bodies over the limit',
        'answers 400 for a body that cannot be decompressed, and limits the number of reported errors',
      ],
      [
        'packages/e2e/specs/unauthorized-access.spec.ts',
        'fuzzed requests without an internal error or internal details',
      ],
    ],
  },
  {
    input: 'creating quickly before a lowered limit arrives',
    tests: [
      [
        'services/books/src/allowance/allowance.int.test.ts',
        'applies an admin’s override immediately, and ignores the later events',
      ],
    ],
  },
  {
    input: 'paths that leave their route, and requests hidden inside others',
    tests: [
      ['gateway/src/proxy/route-table.test.ts', 'does not know %s'],
      ['gateway/src/web-app/web-app.int.test.ts', 'replies 404 with no-store to %s'],
      ['gateway/src/proxy/request-smuggling.int.test.ts', 'refuses a request with %s and sees no second request in it'],
    ],
  },
  {
    input: 'forged tokens and identity headers, at the gateway and at every service',
    tests: [
      [
        'packages/e2e/specs/unauthorized-access.spec.ts',
        'is refused as an author',
        'is refused as an admin',
        'is refused by %s itself',
        'is refused by every service route called without the gateway',
        'ignores identity headers of clients and refuses cross-site changes',
      ],
      ['gateway/src/proxy/api.int.test.ts', 'strips client identity and proxy headers'],
    ],
  },
  {
    input: 'ids of other authors, and admin routes called as author or visitor',
    tests: [
      [
        'packages/e2e/specs/tenant-isolation.spec.ts',
        '%s refuses all eight actors, through the gateway and at the service',
      ],
    ],
  },
  {
    input: 'fields that only the server sets',
    tests: [
      ['services/auth/src/account.int.test.ts', 'refuses fields that only the server sets'],
      ['packages/contracts/src/catalogue.test.ts', 'accept no field that only the server sets'],
    ],
  },
  {
    input: 'races on promo codes, books and payments, chosen amounts and forged webhooks',
    tests: [
      [
        'services/billing/src/promo-codes/promo-codes.int.test.ts',
        'never exceeds its maximum uses with 500 concurrent requests',
      ],
      [
        'services/billing/src/payments/payments.int.test.ts',
        'rejects amounts, currencies and plans chosen by the client',
        'grants nothing for a redirect, an unpaid plan or another user’s client secret',
        'creates one subscription for clicks in two tabs, and charges it once',
      ],
      ['services/billing/src/stripe/stripe.int.test.ts', 'rejects events that are forged, altered, stale or unsigned'],
      [
        'services/books/src/allowance/allowance.int.test.ts',
        'creates exactly one book in 100 concurrent requests when one is left',
      ],
    ],
  },
  {
    input: 'markup in stored text and AI replies',
    tests: [
      ['gateway/src/security/security-headers.test.ts', 'allow no eval, inline scripts or frames'],
      [
        'packages/e2e/specs/ai-reply-markup.spec.ts',
        'is shown as plain text in a proposal, and in the chapter after it was accepted',
      ],
      [
        'packages/e2e/specs/stored-markup.spec.ts',
        'is text on %s',
        'is text on the tab %s of the admin console',
        'is shown as plain text in an approved review on the landing page',
        'is served as pixels, shown on every page, and runs and requests nothing',
      ],
    ],
  },
  {
    input: 'logs read for texts and secrets',
    tests: [
      ['packages/e2e/specs/unauthorized-access.spec.ts', 'logs neither text of authors nor secrets'],
      ['packages/service-kit/src/logger.test.ts', 'redacts secrets and prose at any depth'],
    ],
  },
];
