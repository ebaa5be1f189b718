import type { Manuscript } from '@inkbear/press/manuscript';
import { type UnsupportedScript, unsupportedScript } from '@inkbear/press/unsupported-script';
import { ProblemError } from '@inkbear/service-kit/problem';

const scriptNames: Readonly<Record<UnsupportedScript, string>> = {
  'right-to-left': 'Hebrew and Arabic script',
  cjk: 'Chinese, Japanese and Korean script',
  indic: 'the scripts of India and Southeast Asia',
};

/**
 * Says which script keeps a text from being a PDF; null if none does.
 * @param alternative what the author can have instead
 */
export function describeScriptProblem(
  manuscript: Manuscript,
  alternative = 'EPUB, DOCX and Markdown can',
): string | null {
  const problem = unsupportedScript(manuscript);
  if (!problem) return null;
  const title = problem.chapter === null ? '' : manuscript.chapters[problem.chapter]?.title;
  const place =
    title && manuscript.chapters.length > 1 ? ` The first such characters are in the chapter “${title}”.` : '';
  return `A PDF cannot be made in ${scriptNames[problem.script]} yet; ${alternative}.${place}`;
}

/** Throws 400 when a script keeps the text from being a PDF. */
export function requireSupportedScript(manuscript: Manuscript, alternative?: string): void {
  const problem = describeScriptProblem(manuscript, alternative);
  if (problem !== null) throw new ProblemError('export.script_not_set', { message: problem });
}
