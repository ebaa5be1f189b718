import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Operation, OperationError, runCommandLine, UsageError } from './operation.ts';

const copy: Operation<string> = {
  name: 'copy',
  summary: 'copies a book',
  parameters: [
    { name: 'book', description: 'its id' },
    { name: 'format', description: 'the kind of file', isOptional: true, choices: ['pdf', 'epub'] },
  ],
  options: { to: { value: 'folder', description: 'where to' }, force: { description: 'overwrites files' } },
  changes: 'the folder',
  runbook: 'copy.md',
  run: async (target, { values, switches, isDryRun, report }) => {
    if (values['book'] === 'missing') throw new OperationError('There is no such book.');
    if (values['book'] === 'wrong') throw new UsageError('This is not an id.');
    report('Copying…');
    return [JSON.stringify({ target, values, switches: [...switches], isDryRun })];
  },
};
const list: Operation<string> = {
  name: 'list',
  summary: 'lists books',
  changes: null,
  runbook: 'list.md',
  run: async () => ['none'],
};

describe('runCommandLine', () => {
  let output: string;
  let errors: string;
  let opened: number;
  beforeEach(() => {
    [output, errors, opened] = ['', '', 0];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text))));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = 0;
  });
  async function run(...args: string[]): Promise<typeof process.exitCode> {
    process.exitCode = 0;
    await runCommandLine({
      program: 'ops',
      operations: [copy, list],
      args,
      withTarget: async (work) => {
        opened += 1;
        await work('a place');
      },
    });
    return process.exitCode;
  }

  it('passes parameters, options and switches, and prints results apart from progress', async () => {
    expect(await run('copy', 'b1', 'pdf', '--to', '/tmp/x', '--force', '--dry-run')).toBe(0);
    expect(JSON.parse(output)).toEqual({
      target: 'a place',
      values: { book: 'b1', format: 'pdf', to: '/tmp/x' },
      switches: ['force'],
      isDryRun: true,
    });
    expect(errors).toBe('Copying…\n');
  });

  it.each([
    ['a missing parameter', ['copy'], 'The argument <book> is missing.'],
    ['an extra argument', ['list', 'all'], 'Unexpected argument: all.'],
    ['a choice that does not exist', ['copy', 'b1', 'doc'], '<format> is one of pdf, epub, not doc.'],
    ['an unknown option', ['copy', 'b1', '--fast'], "Unknown option '--fast'"],
    ['an option without its value', ['copy', 'b1', '--to'], "Option '--to <value>' argument missing"],
    ['a dry run of a command that only reads', ['list', '--dry-run'], "Unknown option '--dry-run'"],
  ])('refuses %s with exit code 2, before anything is opened', async (_what, args, message) => {
    expect(await run(...args)).toBe(2);
    expect(errors).toContain(message);
    expect(errors).toContain(`Usage: ops ${args[0]}`);
    expect([output, opened]).toEqual(['', 0]);
  });

  it('ends with 2 for input that the command refuses, and with 1 for a command that fails', async () => {
    expect([await run('copy', 'wrong'), await run('copy', 'missing'), output]).toEqual([2, 1, '']);
    expect(errors.split('\n')).toEqual([
      'This is not an id.',
      'Usage: ops copy <book> [format] [--to <folder>] [--force] [--dry-run]',
      'There is no such book.',
      '',
    ]);
  });

  it('explains one command', async () => {
    expect(await run('copy', '--help')).toBe(0);
    expect(output.trimEnd().split('\n')).toEqual([
      'Usage: ops copy <book> [format] [--to <folder>] [--force] [--dry-run]',
      'copies a book',
      '  <book>         its id',
      '  <format>       the kind of file (pdf, epub)',
      '  --to <folder>  where to',
      '  --force        overwrites files',
      '  --dry-run      reports what would change, and changes nothing',
      'Changes: the folder',
      'Runbook: docs/runbooks/copy.md',
    ]);
  });

  it.each([
    [['--help'], 0],
    [[], 2],
    [['cpoy'], 2],
  ])('lists all commands for %j', async (args, exitCode) => {
    expect(await run(...args)).toBe(exitCode);
    expect(`${output}${errors}`).toContain(
      '  copy <book> [format]  copies a book\n  list                  lists books\n',
    );
    expect(errors.includes('There is no command cpoy.')).toBe(args.includes('cpoy'));
    expect(opened).toBe(0);
  });
});
