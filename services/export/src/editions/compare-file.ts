import type { FileProfile } from '@inkbear/contracts/export/edition';
import type { Design } from '@inkbear/press/design';
import { bleedWidth } from '@inkbear/press/geometry';
import { termsOf } from '@inkbear/press/language';
import type { Manuscript } from '@inkbear/press/manuscript';
import { compareTexts, type TextComparison } from '@inkbear/press/verify/compare-texts';
import {
  listExpectedInManuscript,
  listExpectedInMarkdown,
  listExpectedTexts,
} from '@inkbear/press/verify/expected-text';
import { readDocx } from '@inkbear/press/verify/read-docx';
import { readEpub } from '@inkbear/press/verify/read-epub';
import { readMarkdown } from '@inkbear/press/verify/read-markdown';
import { readPdfTexts } from '@inkbear/press/verify/read-pdf';
import type { WrittenFile } from './written-file.ts';

interface ExpectedContent {
  readonly profile: FileProfile;
  readonly manuscript: Manuscript;
  readonly design: Design;
  /** Lines on the first page of a manuscript. */
  readonly contact: string;
}

const pointsPerInch = 72;

/** Compares the text of a finished file, as another program reads it, with that of the book. */
export async function compareFile(written: WrittenFile, expected: ExpectedContent): Promise<TextComparison> {
  const { profile, manuscript, design, contact } = expected;
  const { file } = written;
  switch (profile) {
    case 'print':
    case 'screen':
      return await comparePdf(written, expected);
    case 'epub':
      return compareTexts(listExpectedTexts(manuscript, design), readEpub(file));
    case 'manuscript':
      return compareTexts(listExpectedInManuscript(manuscript, design, contact), await readDocx(file, '#'));
    case 'designed':
      return compareDesigned(expected, await readDocx(file, '* * *'));
    case 'markdown':
      return compareTexts(listExpectedInMarkdown(manuscript, design), readMarkdown(new TextDecoder().decode(file)));
  }
}

async function comparePdf(
  { file, layout }: WrittenFile,
  { profile, manuscript, design }: ExpectedContent,
): Promise<TextComparison> {
  const { bleed, margins, trim } = design;
  const isPrint = profile === 'print';
  const below = bleed && isPrint ? bleedWidth : 0;
  const area = {
    bottom: margins.bottomIn * pointsPerInch + below,
    top: (trim.heightIn - margins.topIn) * pointsPerInch + below,
  };
  const texts = await readPdfTexts(file, area, new Set(layout?.contentsPages));
  return compareTexts(listExpectedTexts(manuscript, design, isPrint), texts, new Set(layout?.missingCharacters));
}

/**
 * The table of contents of a designed DOCX is a Word field: a heading, and entries that end with a tab before the page
 * number.
 */
function compareDesigned({ manuscript, design }: ExpectedContent, texts: readonly string[]): TextComparison {
  const isEntry = (text: string | undefined): boolean => text?.endsWith('\t') === true;
  const { contents } = termsOf(manuscript.language);
  const heading = texts.findIndex((text, index) => text === contents && isEntry(texts[index + 1]));
  const end = texts.findIndex((text, index) => index > heading && !isEntry(text));
  const body = design.contents && heading >= 0 ? texts.toSpliced(heading, end - heading) : texts;
  return compareTexts(listExpectedTexts(manuscript, design), body);
}
