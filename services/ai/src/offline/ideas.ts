import { genres } from '@inkbear/contracts/books/genres';
import type { OutlineTask, QuizTask, TitlesTask } from '../generations/task.ts';
import { capitalise } from '../prompts/sentences.ts';
import { SeededRandom } from './seeded-random.ts';
import { arc } from './phrases.ts';
import { storyTitles, subjectTitles } from './title-patterns.ts';

const smallWords = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);
/** Matches where the first clause of a topic ends. */
const clauseEnd = /[,.;:!?()]|\b(?:who|that|which|when|while|where|because|but|whose)\b/i;
const maxTopicWords = 5;

/** The topic as it appears inside a title: `a keeper on Skye, who …` → `the Keeper on Skye`. */
function topicCore(topic: string): string {
  const words = (topic.split(clauseEnd)[0] ?? '').trim().split(/\s+/).filter(Boolean);
  const hasArticle = /^(?:a|an|the)$/i.test(words[0] ?? '');
  const core = words.slice(hasArticle ? 1 : 0).slice(0, maxTopicWords);
  while (core.length > 0 && smallWords.has((core.at(-1) ?? '').toLowerCase())) core.pop();
  const cased = core
    .map((word, index) => (index > 0 && smallWords.has(word.toLowerCase()) ? word.toLowerCase() : capitalise(word)))
    .join(' ');
  return cased === '' ? capitalise(topic.trim()) : hasArticle ? `the ${cased}` : cased;
}

const storyGenres: ReadonlySet<string> = new Set([
  'thriller',
  'mystery',
  'romance',
  'science-fiction',
  'fantasy',
  'horror',
  'historical-fiction',
  'literary-fiction',
  'young-adult',
  'crime',
  'adventure',
  'contemporary-fiction',
  'memoir',
]);
const titlesPerCall = 6;

/** Six titles from fixed patterns, suitable for the genre. A variant begins with other patterns. */
export function suggestTitles({ topic, genre }: TitlesTask, variant: number): object {
  const core = topicCore(topic);
  const fill = (pattern: string) =>
    capitalise(pattern.replaceAll('{Topic}', capitalise(core)).replaceAll('{topic}', core));
  const patterns = storyGenres.has(genre)
    ? storyTitles
    : genre === 'general'
      ? storyTitles.flatMap((pattern, index) => [pattern, subjectTitles[index] ?? pattern])
      : subjectTitles;
  const first = (variant * titlesPerCall) % patterns.length;
  return {
    titles: [...patterns.slice(first), ...patterns.slice(0, first)]
      .slice(0, titlesPerCall)
      .map(([title, subtitle, reason]) => ({
        title: fill(title),
        ...(subtitle ? { subtitle: fill(subtitle) } : {}),
        reason,
      })),
  };
}

/** Words of quiz answers that suggest a genre without being part of its name. */
const genreHints: Readonly<Record<string, string>> = {
  nature: 'science',
  animals: 'science',
  magic: 'fantasy',
  myths: 'fantasy',
  space: 'science-fiction',
  future: 'science-fiction',
  uncanny: 'horror',
  memories: 'memoir',
  itself: 'memoir',
  gripping: 'thriller',
  puzzles: 'mystery',
  justice: 'crime',
  policing: 'crime',
  money: 'finance',
  accounting: 'finance',
  food: 'cooking',
  hospitality: 'cooking',
  fitness: 'health',
  medicine: 'health',
  teaching: 'education',
  teach: 'education',
  skill: 'education',
  engineering: 'technology',
  design: 'art',
  music: 'art',
  family: 'parenting',
  care: 'parenting',
  relationships: 'romance',
  belief: 'religion',
  coaching: 'sports',
  change: 'self-help',
  research: 'science',
  idea: 'philosophy',
  explain: 'education',
  biography: 'biography',
};

/** Recommends the genre that most of the answers suggest, and quotes these answers. */
export function recommendGenre({ interests, expertise, writingGoals, timeCommitment }: QuizTask): object {
  const answers = [...interests, ...expertise, ...writingGoals];
  const suggests = (answer: string, genre: string) =>
    answer
      .toLowerCase()
      .split(/[^a-z]+/)
      .some(
        (word) =>
          word !== '' &&
          (genre === word ||
            genreHints[word] === genre ||
            (genre.includes('-') && genre.split('-').includes(word) && word.length > 4)),
      );
  const scores = genres.map((genre) => ({ genre, matches: answers.filter((answer) => suggests(answer, genre)) }));
  const ranked = scores.toSorted((a, b) => b.matches.length - a.matches.length || a.genre.localeCompare(b.genre));
  const random = new SeededRandom(answers.join());
  const best = ranked[0]?.matches.length ? ranked[0] : scores[random.nextInteger(scores.length)];
  const others = ranked
    .filter(({ genre, matches }) => genre !== best?.genre && matches.length > 0)
    .slice(0, 3)
    .map(({ genre }) => genre);
  const reasons = (best?.matches ?? []).map((answer) => `“${answer}”`);
  const confidence = Math.min(0.95, 0.4 + 0.15 * reasons.length);
  const why =
    reasons.length === 0
      ? 'None of your answers suggests one genre, so this is simply one to try.'
      : `You chose ${reasons.join(reasons.length === 2 ? ' and ' : ', ')}, which ${reasons.length === 1 ? 'suggests' : 'suggest'} this genre.`;
  return {
    recommendedGenre: best?.genre ?? 'general',
    confidence,
    explanation: `${why} ${timeAdvice[timeCommitment] ?? ''}`.trim(),
    alternativeGenres: others,
  };
}

/** Advice by the time that the author has in a week, for a book of about 70,000 words. */
const timeAdvice: Readonly<Record<string, string>> = {
  casual: 'With an hour or two a week, a short book or a chapter a month is a good aim.',
  regular: 'With a few hours a week, a first draft within a year is a good aim.',
  dedicated: 'With an hour a day, a first draft within six months is a good aim.',
  intensive: 'With two hours a day, a first draft within three months is a good aim.',
};

/** An outline in ten chapters with a fixed arc. Repeats the author's notes in the overview. */
export function planOutline({ title, genre, targetLength, notes }: OutlineTask): object {
  const chapters = arc.map(([name, description, keyPoints], index) => ({
    number: index + 1,
    title: name,
    description,
    keyPoints: [...keyPoints],
  }));
  const wordsEach = Math.round(targetLength / chapters.length / 100) * 100;
  const notesToInclude = notes.trim() === '' ? '' : ` Your notes to include: ${notes.trim()}`;
  return {
    overview: `“${title}” as a ${genre.replaceAll('-', ' ')} book of about ${targetLength.toLocaleString('en-GB')} words in ten chapters of about ${wordsEach.toLocaleString('en-GB')} words each.${notesToInclude}`,
    targetAudience: 'Adult readers',
    chapters,
  };
}
