import { countWords } from '@inkbear/prose/word-count';
import { extractNames } from '@inkbear/story-analysis/extract/extract-names';
import { readSentences } from '@inkbear/story-analysis/extract/story-tokens';

export interface OutlineInput {
  readonly outline: string;
  readonly targetWords: number;
  readonly chapters: readonly {
    chapterNumber: number;
    title: string;
    description: string;
    /** The key points, and the texts of the beats. */
    keyPoints: readonly string[];
    targetWordCount: number;
  }[];
}

export interface OutlineAnalysis {
  detailed: boolean;
  characters: string[];
  chapterCount: number;
  describedChapters: number;
  estimatedWords: number;
  gaps: string[];
}

const headingPrefix = /^[\s#*>-]+/;
const heading =
  /^(?:chapter|part|act)\s+(?:\d+|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
/** Shorter descriptions do not count: a writer cannot work from them. */
const minDescriptionWords = 5;
const detailedOutlineWords = 300;
const maxGaps = 12;

/** Analyses the outline and the chapter descriptions. Deterministic, without AI. */
export function analyseOutline({ outline, targetWords, chapters }: OutlineInput): OutlineAnalysis {
  const sections = sectionsOf(outline);
  const undescribed = chapters.filter(
    ({ description, keyPoints }) => countWords([description, ...keyPoints].join(' ')) < minDescriptionWords,
  );
  const describedChapters = Math.max(
    chapters.length - undescribed.length,
    sections.filter((section) => countWords(section) >= minDescriptionWords).length,
  );
  const chapterCount = Math.max(chapters.length, sections.length);
  const characters = findCharacters([
    outline,
    ...chapters.flatMap(({ description, keyPoints }) => [description, ...keyPoints]),
  ]);
  const perChapter =
    chapters.length === 0
      ? 0
      : chapters.reduce((sum, { targetWordCount }) => sum + targetWordCount, 0) / chapters.length;
  const estimatedWords = Math.round(perChapter * chapterCount);
  const detailed =
    countWords(outline) >= detailedOutlineWords || (describedChapters >= 3 && describedChapters * 2 >= chapterCount);
  return {
    detailed,
    characters,
    chapterCount,
    describedChapters,
    estimatedWords,
    gaps: findGaps({
      outline,
      targetWords,
      estimatedWords,
      characters,
      isOutlined: sections.length > 0 && sections.length >= chapters.length,
      undescribed,
    }),
  };
}

/**
 * The text under each heading of the outline ("## Chapter 2 - Noon"). Reads line by line: in one pattern over the whole
 * text, the white space before a heading would match line breaks too, and a run of them takes quadratic time.
 */
function sectionsOf(outline: string): string[] {
  const sections: string[][] = [];
  for (const line of outline.split('\n')) {
    if (heading.test(line.replace(headingPrefix, ''))) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join('\n'));
}

/** In UTF-16 units; some 100,000 words. Bounds the memory that the analysis needs. */
const maxAnalysedUnits = 600_000;
const maxCharacters = 30;
/**
 * A dictionary would take 100 MB. Without it, any word may be one of the language, so a name must have a capital inside
 * a sentence.
 */
const language = { isKnownWord: () => true, hasCapitalNouns: false };

/** The characters that are named at least twice, by number of mentions. */
function findCharacters(texts: readonly string[]): string[] {
  // Each line is a paragraph, because a heading or a list item ends without a full stop.
  const lines = texts.flatMap((text) => text.split('\n'));
  const analysed = lines.join('\n\n').slice(0, maxAnalysedUnits);
  return extractNames([readSentences(analysed)], language)
    .filter(({ kind, mentions }) => kind === 'character' && mentions > 1)
    .slice(0, maxCharacters)
    .map(({ name }) => name);
}

function findGaps(found: {
  outline: string;
  targetWords: number;
  estimatedWords: number;
  characters: readonly string[];
  isOutlined: boolean;
  undescribed: OutlineInput['chapters'];
}): string[] {
  const gaps: string[] = [];
  if (found.outline.trim() === '') gaps.push('There is no outline yet.');
  if (found.characters.length === 0) gaps.push('No character is named more than once.');
  const missing = found.targetWords - found.estimatedWords;
  if (missing > found.targetWords / 4)
    gaps.push(
      `The chapters plan for about ${formatNumber(found.estimatedWords)} words; the book aims at ${formatNumber(found.targetWords)}.`,
    );
  if (!found.isOutlined)
    gaps.push(
      ...found.undescribed
        .slice(0, maxGaps)
        .map(({ chapterNumber, title }) => `Chapter ${chapterNumber}, “${title}”, has no description yet.`),
    );
  if (!found.isOutlined && found.undescribed.length > maxGaps)
    gaps.push(`${found.undescribed.length - maxGaps} more chapters have no description yet.`);
  return gaps;
}

const formatNumber = (value: number): string => value.toLocaleString('en-GB');
