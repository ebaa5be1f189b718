import type { Linter } from 'eslint';

export declare const metricImports: Linter.Config;
