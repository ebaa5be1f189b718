import type { Linter } from 'eslint';

export const linearPatterns: Linter.Config[];
