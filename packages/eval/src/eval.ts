// `npm run eval -- [--seed 1] [--words <length of one book>]`: measures how well Inkbear knows a book, and fails when a
// figure that has reached its target misses it again. `--real` measures the configured model instead.
import { parseArgs } from 'node:util';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import manifest from '../package.json' with { type: 'json' };
import { runRealEvaluation } from './real/run-real-evaluation.ts';
import { runEvaluation } from './measure/run-evaluation.ts';
import { registeredCandidates } from './registered-candidates.ts';
import { findMisses, formatReport } from './report.ts';

const defaultLengths = [20_000, 60_000, 100_000, 200_000];
const limits = { min: 20_000, max: 200_000 };

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Options {
  readonly seed: number;
  readonly words: number[];
  readonly isReal: boolean;
}

function readOptions(): Options | string {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      words: { type: 'string' },
      real: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) return 'A seed is a whole number.';
  const isReal = values.real;
  if (values.words === undefined) return { seed, isReal, words: isReal ? [limits.min] : defaultLengths };
  const length = Number(values.words);
  const isLength = Number.isSafeInteger(length) && length >= limits.min && length <= limits.max;
  return isLength ? { seed, isReal, words: [length] } : `A book has from ${limits.min} to ${limits.max} words.`;
}

const options = readOptions();
if (typeof options === 'string') {
  print(options);
  process.exitCode = 2;
} else if (options.isReal) {
  const report = await runRealEvaluation(process.env, { seed: options.seed, words: options.words[0] ?? limits.min });
  print(report.text);
  process.exitCode = report.isMeasured ? 0 : 2;
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
