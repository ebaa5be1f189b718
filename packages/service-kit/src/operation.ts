import { parseArgs } from 'node:util';

/** Invalid operator input. The process exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A command that ran and found something wrong, such as a damaged backup. The process exits with code 1. */
export class OperationError extends Error {
  override name = 'OperationError';
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly isOptional?: true;
  readonly choices?: readonly string[];
}

interface Option {
  readonly description: string;
  /** Placeholder of its value in the usage text; an option without one is a switch. */
  readonly value?: string;
}

/** The parsed arguments of a command. */
export interface OperationInput {
  /** Parameters and options with a value, by name. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** Report what would change, and change nothing. Only for commands that change something. */
  readonly isDryRun: boolean;
  /** Prints a line to standard error while the command runs. */
  readonly report: (line: string) => void;
}

/** A command for operators. Usage texts, parsing and the check of the runbooks are derived from it. */
export interface Operation<Target> {
  readonly name: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly options?: Readonly<Record<string, Option>>;
  /** What it changes; null for a command that only reads. Others accept `--dry-run`. */
  readonly changes: string | null;
  /** Page in `docs/runbooks`. */
  readonly runbook: string;
  /** Returns the last lines to print. Throws a UsageError for invalid arguments. */
  readonly run: (target: Target, input: OperationInput) => Promise<readonly string[]>;
}

interface CommandLine<Target> {
  /** How an operator starts a command, e.g. `npm run ops --`. */
  readonly program: string;
  readonly operations: readonly Operation<Target>[];
  readonly args: readonly string[];
  /** Opens the target, passes it to `work` and closes it. Not called for `--help` and invalid arguments. */
  readonly withTarget: (work: (target: Target) => Promise<void>) => Promise<void>;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs one command and prints its lines. Sets exit code 2 for invalid arguments and 1 for a failed command. */
export async function runCommandLine<Target>(line: CommandLine<Target>): Promise<void> {
  const { program, operations, args, withTarget } = line;
  const [name, ...rest] = args;
  const operation = operations.find((each) => each.name === name);
  if (!operation) {
    const isHelp = name === '--help' || name === 'help';
    if (name !== undefined && !isHelp) printError(`There is no command ${name}.`);
    (isHelp ? print : printError)(formatUsage(program, operations));
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  if (rest.includes('--help')) return print(formatHelp(program, operation));
  try {
    const input = parseInput(operation, rest);
    await withTarget(async (target) => {
      for (const each of await operation.run(target, input)) print(each);
    });
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof OperationError)) throw error;
    printError(error.message);
    if (error instanceof UsageError) printError(usageLine(program, operation));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Parses the arguments after a command's name. Throws a UsageError that names the wrong one. */
export function parseInput(
  operation: Pick<Operation<never>, 'parameters' | 'options' | 'changes'>,
  args: readonly string[],
): OperationInput {
  const { parameters = [], options = {}, changes } = operation;
  const { values, positionals } = parseArguments(args, {
    ...Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, typeOf(value)])),
    ...(changes === null ? {} : { 'dry-run': { type: 'boolean' as const } }),
  });
  const extra = positionals[parameters.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}.`);
  const given = parameters.flatMap(({ name, isOptional, choices }, index): [string, string][] => {
    const value = positionals[index];
    if (value === undefined && !isOptional) throw new UsageError(`The argument <${name}> is missing.`);
    if (value !== undefined && choices && !choices.includes(value))
      throw new UsageError(`<${name}> is one of ${choices.join(', ')}, not ${value}.`);
    return value === undefined ? [] : [[name, value]];
  });
  const named = Object.entries(values);
  const strings = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    values: Object.fromEntries([...given, ...strings]),
    switches: new Set(named.filter(([name, value]) => value === true && name !== 'dry-run').map(([name]) => name)),
    isDryRun: values['dry-run'] === true,
    report: printError,
  };
}

const typeOf = (value: string | undefined) => ({ type: value === undefined ? 'boolean' : 'string' }) as const;

function parseArguments(args: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('ERR_PARSE_ARGS') ? new UsageError(message, { cause: error }) : error;
  }
}

/** All commands, one per line. */
export function formatUsage<Target>(program: string, operations: readonly Operation<Target>[]): string {
  const lines = operations.map((operation) => [nameWithParameters(operation), operation.summary] as const);
  const width = Math.max('<command> --help'.length, ...lines.map(([synopsis]) => synopsis.length));
  return [
    `Usage: ${program} <command>`,
    ...lines.map(([synopsis, summary]) => `  ${synopsis.padEnd(width)}  ${summary}`),
    `  ${'<command> --help'.padEnd(width)}  explains one command`,
  ].join('\n');
}

const usageLine = <Target>(program: string, operation: Operation<Target>): string =>
  `Usage: ${program} ${synopsisOf(operation)}`;

function nameWithParameters<Target>({ name, parameters = [] }: Operation<Target>): string {
  return [
    name,
    ...parameters.map((parameter) => (parameter.isOptional ? `[${parameter.name}]` : `<${parameter.name}>`)),
  ].join(' ');
}

function synopsisOf<Target>(operation: Operation<Target>): string {
  const { options = {}, changes } = operation;
  return [
    nameWithParameters(operation),
    ...Object.entries(options).map(([option, { value }]) => `[--${option}${value ? ` <${value}>` : ''}]`),
    ...(changes === null ? [] : ['[--dry-run]']),
  ].join(' ');
}

/** Everything about one command. */
export function formatHelp<Target>(program: string, operation: Operation<Target>): string {
  const { summary, parameters = [], options = {}, changes, runbook } = operation;
  const rows: [string, string][] = [
    ...parameters.map(({ name, description, choices }): [string, string] => [
      `<${name}>`,
      choices ? `${description} (${choices.join(', ')})` : description,
    ]),
    ...Object.entries(options).map(([name, { value, description }]): [string, string] => [
      `--${name}${value ? ` <${value}>` : ''}`,
      description,
    ]),
  ];
  if (changes !== null) rows.push(['--dry-run', 'reports what would change, and changes nothing']);
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    usageLine(program, operation),
    summary,
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    `Changes: ${changes ?? 'nothing'}`,
    `Runbook: docs/runbooks/${runbook}`,
  ].join('\n');
}
