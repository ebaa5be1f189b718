const message = 'Metrics come from the catalogue in service-kit/src/metrics (ADR 16).';

/** Without these imports no instrument can be created, so every metric is in the catalogue. */
export const metricImports = {
  files: ['**/*.{ts,tsx}'],
  ignores: ['packages/service-kit/src/metrics/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          { name: '@opentelemetry/api', importNames: ['metrics', 'default'], message },
          { name: '@opentelemetry/sdk-metrics', message },
        ],
      },
    ],
  },
};
