const swc = (jsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: jsx },
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  },
];
const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx$': swc(true), '\\.ts$': swc(false) },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  ...more,
});

export default {
  // Modules of finished test files stay in memory, because the context of an ES module is not freed. A process that has
  // used this much is replaced after its file.
  workerIdleMemoryLimit: '1500MB',
  testSequencer: '<rootDir>/packages/e2e/src/slowest-first.mjs',
  projects: [
    project(
      'unit',
      [
        '<rootDir>/{packages,services,frontends}/*/{src,test}/**/!(*.int).test.ts',
        '<rootDir>/gateway/src/**/!(*.int).test.ts',
      ],
      {
        globalSetup: '<rootDir>/packages/service-kit/test/jest-global-setup.ts',
        globalTeardown: '<rootDir>/packages/service-kit/test/jest-global-teardown.ts',
      },
    ),
    project('web', ['<rootDir>/{packages,frontends}/*/src/**/*.test.tsx'], {
      testEnvironment: '<rootDir>/packages/web-build/test/jsdom-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/packages/web-build/test/async-timeout.ts'],
      moduleNameMapper: {
        '\\.(css|svg|woff2)$': '<rootDir>/packages/web-build/test/css-names.js',
        '^antd$': '<rootDir>/packages/web-build/test/antd.cjs',
        '^antd/admin$': '<rootDir>/packages/web-build/test/antd-admin.cjs',
        '\\.webp$': '<rootDir>/packages/web-build/test/file-url.js',
      },
    }),
    project('int', ['<rootDir>/{packages,services}/*/src/**/*.int.test.ts', '<rootDir>/gateway/src/**/*.int.test.ts'], {
      globalSetup: '<rootDir>/packages/local/src/jest-global-setup.ts',
      setupFiles: ['<rootDir>/packages/local/src/jest-worker-setup.ts'],
      globalTeardown: '<rootDir>/packages/local/src/jest-global-teardown.ts',
    }),
    project('e2e', ['<rootDir>/packages/e2e/specs/**/*.spec.ts'], {
      testEnvironment: '<rootDir>/packages/e2e/src/jest-environment.ts',
      globalSetup: '<rootDir>/packages/e2e/src/jest-global-setup.ts',
      globalTeardown: '<rootDir>/packages/e2e/src/jest-global-teardown.ts',
    }),
    project('cluster', ['<rootDir>/packages/cluster/specs/**/*.spec.ts'], {
      globalSetup: '<rootDir>/packages/cluster/src/jest-global-setup.ts',
    }),
  ],
};
