import type { Dialect as DialectName, GrammarIssue } from '@inkbear/contracts/ai/style';
import { Dialect, LocalLinter, SuggestionKind } from 'harper.js';
import { binary } from 'harper.js/binary';
import { checkablePieces, type Piece } from './checkable-pieces.ts';
import { type Lint, toIssues } from './to-issues.ts';

export interface StyleTask {
  readonly text: string;
  readonly dialect: DialectName;
}

/** One linter per dialect, created on first use and reused, because the setup takes longer than most checks. */
const linters = new Map<DialectName, Promise<LocalLinter>>();

async function createLinter(dialect: DialectName): Promise<LocalLinter> {
  const linter = new LocalLinter({ binary, dialect: dialect === 'uk' ? Dialect.British : Dialect.American });
  await linter.setup();
  return linter;
}

/** Returns the dialect's linter. A linter whose setup failed is discarded, so that the next check tries again. */
function linterFor(dialect: DialectName): Promise<LocalLinter> {
  const linter = linters.get(dialect) ?? createLinter(dialect);
  linters.set(dialect, linter);
  linter.catch(() => linters.delete(dialect));
  return linter;
}

/** Checks a text, in the worker thread of the style routes. */
export default async function checkStyle({ text, dialect }: StyleTask): Promise<GrammarIssue[]> {
  const linter = await linterFor(dialect);
  const lints: Lint[] = [];
  for (const piece of checkablePieces(text)) lints.push(...(await lintPiece(linter, piece)));
  return toIssues(text, lints);
}

async function lintPiece(linter: LocalLinter, { start, text }: Piece): Promise<Lint[]> {
  return (await linter.lint(text, { language: 'plaintext' })).map((lint): Lint => {
    const span = lint.span();
    const [best] = lint.suggestions();
    const replacement = best ? replacementOf(best.kind(), best.get_replacement_text(), lint.get_problem_text()) : null;
    const finding = {
      kind: lint.lint_kind(),
      message: lint.message(),
      start: start + span.start,
      end: start + span.end,
      replacement,
    };
    span.free();
    lint.free();
    return finding;
  });
}

const replacementOf = (kind: SuggestionKind, text: string, problem: string): string => {
  if (kind === SuggestionKind.Remove) return '';
  return kind === SuggestionKind.InsertAfter ? problem + text : text;
};
