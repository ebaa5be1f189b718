import type { Manuscript } from '@inkbear/press/manuscript';
import { type UnsupportedScript, unsupportedScript } from '@inkbear/press/unsupported-script';

const scriptNames: Readonly<Record<UnsupportedScript, string>> = {
  'right-to-left': 'Hebrew and Arabic script',
  cjk: 'Chinese, Japanese and Korean script',
  indic: 'the scripts of India and Southeast Asia',
};

/** Says which script keeps a book from being a PDF; null if none does. */
export function describeScriptProblem(manuscript: Manuscript): string | null {
  const problem = unsupportedScript(manuscript);
  if (!problem) return null;
  const title = problem.chapter === null ? '' : manuscript.chapters[problem.chapter]?.title;
  const place = title ? ` The first letters are in the chapter “${title}”.` : '';
  return `A PDF cannot be made in ${scriptNames[problem.script]} yet; EPUB, DOCX and Markdown can.${place}`;
}
