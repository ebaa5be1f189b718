import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import { metricImports } from '../metric-imports.js';

const root = new URL('../../..', import.meta.url).pathname;
const rule = 'no-restricted-imports';
const linter = new Linter();
const lint = (code: string, filename: string): (string | null)[] =>
  linter.verify(code, [{ files: ['**/*.ts'] }, metricImports], { filename }).map(({ ruleId }) => ruleId);

describe('metricImports', () => {
  it.each([
    "import { metrics } from '@opentelemetry/api';",
    "import { metrics as own } from '@opentelemetry/api';",
    "import api from '@opentelemetry/api';",
    "import * as api from '@opentelemetry/api';",
    "import { MeterProvider } from '@opentelemetry/sdk-metrics';",
  ])('reports %s', (code) => {
    expect(lint(code, 'services/books/src/example.ts')).toEqual([rule]);
    expect(lint(code, 'packages/service-kit/src/example.ts')).toEqual([rule]);
  });

  it('accepts traces, the metrics of service-kit, and the files of the catalogue', () => {
    expect(lint("import { SpanKind, trace } from '@opentelemetry/api';", 'services/books/src/example.ts')).toEqual([]);
    const kit = "import { metrics } from '@inkbear/service-kit/metrics/metrics';";
    expect(lint(kit, 'services/books/src/example.ts')).toEqual([]);
    const api = "import { metrics } from '@opentelemetry/api';";
    expect(lint(api, 'packages/service-kit/src/metrics/metrics.ts')).toEqual([]);
  });

  it.each(['services/ai', 'gateway', 'frontends/author', 'packages/service-kit'])(
    'is enabled in %s',
    async (workspace) => {
      const eslint = new ESLint({ cwd: root });
      const { rules } = (await eslint.calculateConfigForFile(`${root}${workspace}/src/example.ts`)) as Linter.Config;
      expect(rules?.[rule]).toEqual([2, expect.anything()]);
    },
  );
});
