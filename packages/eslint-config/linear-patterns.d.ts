import type { Linter } from 'eslint';

export const linearPatterns: Linter.Config[];
export function listTextSources(): string[];
