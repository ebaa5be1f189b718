// `npm run eval -- [--seed 1] [--words <length of one book>]`: measures how well Inkbear knows a book, and fails when a
// figure that has reached its target misses it again.
import { parseArgs } from 'node:util';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import manifest from '../package.json' with { type: 'json' };
import { runEvaluation } from './measure/run-evaluation.ts';
import { registeredCandidates } from './registered-candidates.ts';
import { findMisses, formatReport } from './report.ts';

const defaultLengths = [20_000, 60_000, 100_000, 200_000];
const limits = { min: 20_000, max: 200_000 };

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function readOptions(): { seed: number; words: number[] } | string {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, words: { type: 'string' }, real: { type: 'boolean' } },
  });
  if (values.real) return 'The measurement with a provider (--real) is not built yet.';
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) return 'A seed is a whole number.';
  if (values.words === undefined) return { seed, words: defaultLengths };
  const length = Number(values.words);
  const isLength = Number.isSafeInteger(length) && length >= limits.min && length <= limits.max;
  return isLength ? { seed, words: [length] } : `A book has from ${limits.min} to ${limits.max} words.`;
}

const options = readOptions();
if (typeof options === 'string') {
  print(options);
  process.exitCode = 2;
} else {
  const evaluation = runEvaluation(registeredCandidates, {
    ...options,
    promptWords: 100_000,
    edits: 1000,
    histories: 1000,
  });
  const versions = [
    `node ${process.version}`,
    `gpt-tokenizer ${manifest.dependencies['gpt-tokenizer']}`,
    `minisearch ${manifest.dependencies.minisearch}`,
    `phrases of ${scanPhrases.comparedOn}`,
  ];
  print(formatReport(evaluation, `seed ${options.seed} · ${versions.join(' · ')}`));
  for (const { title } of findMisses(evaluation)) print(`Missed a target that was reached before: ${title}`);
  if (findMisses(evaluation).length > 0) process.exitCode = 1;
}
