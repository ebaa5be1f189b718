// Which test files `npm run test:deep -- <words>` and `npm run test:hostile` run, and which are not retried. Plain
// JavaScript for Node 20.19, because `scripts/test.mjs` runs before the pinned Node is installed.
import { forgedRequests } from './forged-requests.mjs';
import { noRetryPaths } from './no-retry.mjs';
import { promiseTests } from './promises.mjs';
import { resourceExhaustion } from './resource-exhaustion.mjs';
import { timingSensitiveFiles } from './timing-sensitive.mjs';

export { noRetryPaths, promiseTests, timingSensitiveFiles };

/** What a hostile client, account or process may try, and the tests that try it. */
export const hostileInputs = [...resourceExhaustion, ...forgedRequests];

/** Words that stand for a list of files. */
export const namedLists = {
  failures: unique(promiseTests.flatMap(({ files }) => files)),
  'hostile-inputs': unique(hostileInputs.flatMap(({ tests }) => tests.map(([file]) => file))),
};

function unique(files) {
  return [...new Set(files)].sort();
}

/** A pattern that matches this file only, for jest's `--testPathPatterns`. */
export function filePattern(file) {
  return `/${file.replaceAll('.', '\\.')}$`;
}

/** Patterns of the files that a word selects: those of its list, or those whose path contains the word. */
export function patternsFor(word) {
  return Object.hasOwn(namedLists, word) ? namedLists[word].map(filePattern) : [word];
}

/** Whether `npm test` may retry this file when it fails. The path is relative to the repository. */
export function mayRetry(file) {
  return !noRetryPaths.some((each) => (each.endsWith('/') ? file.startsWith(each) : file === each));
}
