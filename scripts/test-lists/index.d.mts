export interface PromiseTests {
  readonly promise: number;
  readonly files: readonly string[];
}
export interface HostileInput {
  readonly input: string;
  readonly tests: readonly (readonly [file: string, ...titles: string[]])[];
}
export const promiseTests: readonly PromiseTests[];
export const hostileInputs: readonly HostileInput[];
export const timingSensitiveFiles: readonly string[];
export const noRetryPaths: readonly string[];
export const namedLists: Readonly<Record<'failures' | 'hostile-inputs', readonly string[]>>;
export function filePattern(file: string): string;
export function patternsFor(word: string): readonly string[];
export function mayRetry(file: string): boolean;
