import { genres } from '@inkbear/contracts/books/genres';
import type { OutlineTask, QuizTask, TitlesTask } from '../generations/task.ts';
import { Deck } from './deck.ts';
import { arc, titlePatterns } from './phrases.ts';

const titleCase = (text: string): string => text.trim().split(/\s+/).slice(0, 5).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');

export function suggestTitles({ topic, genre }: TitlesTask, variant: number): object {
  const fill = (pattern: string) => pattern.replaceAll('{Topic}', titleCase(topic)).replaceAll('{genre}', genre.replaceAll('-', ' '));
  const first = variant % titlePatterns.length;
  const patterns = [...titlePatterns.slice(first), ...titlePatterns.slice(0, first)].slice(0, 6);
  return { titles: patterns.map(([title, subtitle, reason]) => ({ title: fill(title), ...(subtitle ? { subtitle: fill(subtitle) } : {}), reason })) };
}

/** Words of an answer that point to a genre. */
export function recommendGenre({ interests, expertise, writingGoals, timeCommitment }: QuizTask): object {
  const answers = [...interests, ...expertise, ...writingGoals].map((answer) => answer.toLowerCase());
  const scores = genres.map((genre) => ({ genre, score: answers.filter((answer) => genre.split('-').some((word) => answer.includes(word) || word.includes(answer))).length }));
  const deck = new Deck(answers.join());
  const ranked = scores.toSorted((a, b) => b.score - a.score || a.genre.localeCompare(b.genre));
  const best = ranked[0]?.score ? ranked[0] : scores[deck.number(scores.length)];
  const others = ranked.filter(({ genre }) => genre !== best?.genre).slice(0, 3).map(({ genre }) => genre);
  const confidence = Math.min(0.95, 0.4 + 0.15 * (best?.score ?? 0));
  return { recommendedGenre: best?.genre ?? 'general', confidence, explanation: `Your answers name this field ${best?.score ?? 0} times, and a ${timeCommitment} pace suits it.`, alternativeGenres: others };
}

export function planOutline({ title, genre, targetLength, notes }: OutlineTask): object {
  const chapters = arc.map(([name, description, keyPoints], index) => ({ number: index + 1, title: name, description, keyPoints: [...keyPoints] }));
  const wordsEach = Math.round(targetLength / chapters.length / 100) * 100;
  const wish = notes.trim() === '' ? '' : ` Your notes to work in: ${notes.trim()}`;
  return { overview: `“${title}” as a ${genre.replaceAll('-', ' ')} book of about ${targetLength.toLocaleString('en-GB')} words in ten chapters of about ${wordsEach.toLocaleString('en-GB')} words each.${wish}`, targetAudience: 'Adult readers', chapters };
}
