import { limits } from '../plans.ts';
import templates from './story-templates.json' with { type: 'json' };
import type { StoryType } from './story-types.ts';

export interface StoryPrompt {
  /** Also the key of its answer in a story's `formData`. */
  readonly label: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly type: 'text' | 'textarea' | 'select';
  /** Only for a select. */
  readonly options?: readonly string[];
}
export interface StoryTemplate {
  readonly id: StoryType;
  readonly title: string;
  readonly description: string;
  readonly icon: 'trophy' | 'briefcase' | 'heart' | 'home';
  readonly category: 'Milestones' | 'Career' | 'Family';
  readonly prompts: readonly StoryPrompt[];
  /** The sample answers that `Try Sample` fills in, by label. */
  readonly sample: StoryAnswers;
}
/** Answers by the label of their prompt. */
export type StoryAnswers = Readonly<Partial<Record<string, string>>>;

export const storyTemplates = templates as unknown as readonly StoryTemplate[];

export function storyTemplate(type: StoryType): StoryTemplate {
  const template = storyTemplates.find(({ id }) => id === type);
  if (!template) throw new Error(`There is no template ${type}.`);
  return template;
}

/** Labels of required prompts without an answer, in the order of the form. */
export const missingAnswers = (type: StoryType, answers: StoryAnswers): string[] =>
  storyTemplate(type)
    .prompts.filter(({ label, required }) => required && (answers[label] ?? '').trim() === '')
    .map(({ label }) => label);

/** The message of the 'Missing Information' error. */
export const missingAnswersText = (labels: readonly string[]): string => `Please fill in: ${labels.join(', ')}`;

/** Target words of a new story: the larger number when the answers choose an extended length. */
export const targetWordsOf = (answers: StoryAnswers): number =>
  (answers['Story Length'] ?? '').includes('Extended') ? limits.storyWords.extended : limits.storyWords.default;

/** The title of a new story: the template's title, with the person's name where the form asks for one. */
export function newStoryTitle(type: StoryType, answers: StoryAnswers): string {
  const name = (answers["Person's Name"] ?? '').trim();
  return `${storyTemplate(type).title}${name === '' ? '' : ` - ${name}`}`;
}
