// Faults in the gateway: sessions, headers, cross-site requests, shares.

export const gatewayFaults = [
  {
    name: 'The gateway forwards the identity header of a client',
    file: 'gateway/src/proxy/forwarded-headers.ts',
    find: "name.startsWith('x-inkbear-') || ",
    replace: '',
    kind: 'unit',
    tests: ['gateway/src/proxy/forwarded-headers.test.ts'],
  },
  {
    name: 'The gateway continues the trace of a client',
    file: 'gateway/src/gateway.ts',
    find: "delete req.headers['traceparent'];",
    replace: '',
    kind: 'int',
    tests: ['gateway/src/proxy/tracing.int.test.ts', 'gateway/src/proxy/api.int.test.ts'],
  },
  {
    name: 'The gateway ignores that a session was ended',
    file: 'gateway/src/sessions/revocations.ts',
    find: 'if (this.#sessions.has(session.sid)) return true;',
    replace: '',
    kind: 'unit',
    tests: ['gateway/src/sessions/caller-resolver.test.ts', 'gateway/src/sessions/revocation-feed.test.ts'],
  },
  {
    name: 'The cross-site check passes every request',
    file: 'gateway/src/security/cross-site.ts',
    find: 'if (safeMethods.has(method)) return false;',
    replace: "if (safeMethods.has(method) || method !== '') return false;",
    kind: 'unit',
    tests: ['gateway/src/security/cross-site.test.ts'],
  },
  {
    name: 'One caller may hold all connections to a service',
    file: 'gateway/src/proxy/requests-in-flight.ts',
    find: 'maxRunningPerShare: maxRunningPerCaller,',
    replace: 'maxRunningPerShare: maxRunningPerCaller * 1000,',
    kind: 'int',
    tests: ['gateway/src/proxy/requests-in-flight.int.test.ts'],
  },
];
