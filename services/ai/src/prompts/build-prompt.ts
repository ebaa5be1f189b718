import { buildContext } from '../context/build-context.ts';
import type { ContextBudgets, TaskClass } from '../context/budgets.ts';
import type { CountTokens } from '../context/count-tokens.ts';
import type { RequestFocus } from '../context/entry-scores.ts';
import { isStoryTask } from '../generations/story-task.ts';
import type { BookContext, BookTask, PartTask, ProviderTask, RewriteTask } from '../generations/task.ts';
import { buildRequest } from './build-request.ts';
import { planOf } from './plan-text.ts';
import { data, nonceOf, type Prompt, systemInstructions, withNonce } from './prompt.ts';
import { buildStoryPrompt } from './story-prompt.ts';

export interface PromptOptions {
  readonly budgets: ContextBudgets;
  readonly countTokens: CountTokens;
}

type ContextTask = Extract<BookTask | PartTask, { readonly context: BookContext }>;

/** Builds the prompt of a task: what it says about the book, the request and the output limit. */
export function buildPrompt(task: ProviderTask, options: PromptOptions): Prompt {
  const nonce = nonceOfTask(task);
  const { stable, bookLength, volatile, ...limits } = buildWithoutNonce(task, options);
  return {
    stable: withNonce(stable, nonce),
    bookLength: withNonce(stable.slice(0, bookLength), nonce).length,
    volatile: withNonce(volatile, nonce),
    nonce,
    ...limits,
  };
}

/**
 * All prompts of a book or story have the same nonce, so that providers can cache what they have in common. A request
 * without one has a nonce of its own.
 */
function nonceOfTask(task: ProviderTask): string {
  if (isStoryTask(task)) return nonceOf(task.story.id);
  return nonceOf('context' in task ? task.context.book.id : JSON.stringify(task));
}

function buildWithoutNonce(task: ProviderTask, { budgets, countTokens }: PromptOptions): Omit<Prompt, 'nonce'> {
  if (isStoryTask(task)) return buildStoryPrompt(task);
  const { text, ...limits } = buildRequest(task);
  if (!('context' in task))
    return { stable: systemInstructions, bookLength: systemInstructions.length, volatile: text, ...limits };
  const { parts } = buildContext({
    context: task.context,
    focus: focusOf(task),
    budget: budgets[classOf(task)],
    countTokens,
  });
  const layers = Map.groupBy(parts, ({ layer }) => layer);
  const layerTexts = (...names: (typeof parts)[number]['layer'][]): string[] =>
    names.flatMap((name) => (layers.get(name) ?? []).map(partData));
  const book = [systemInstructions, ...layerTexts('book')].join('\n');
  return {
    stable: [book, ...layerTexts('story')].join('\n'),
    bookLength: book.length,
    volatile: [...layerTexts('chosen', 'nearby'), text].join('\n'),
    ...limits,
  };
}

/** The names of data sections that differ from the kind of their part. Ids are left out: they only cost tokens. */
const dataNames: Readonly<Record<string, string>> = { chapter: 'earlier-chapter', chapters: 'earlier-chapters' };

function partData({ id, text }: { readonly id: string; readonly text: string }): string {
  const [kind = id] = id.split(':');
  return data(dataNames[kind] ?? kind, text);
}

const writingKinds: ReadonlySet<ContextTask['kind']> = new Set(['generate', 'plan-beats', 'write-part', 'extend']);

const classOf = ({ kind }: ContextTask): TaskClass =>
  writingKinds.has(kind) ? 'write' : kind === 'coach' ? 'coach' : 'edit';

/** What a task is about. */
function focusOf(task: ContextTask): RequestFocus {
  const plan = planOf(task.context);
  if ('isSelection' in task) return focusOfEdit(task, plan);
  switch (task.kind) {
    case 'write-part':
      return { plan: `${plan}\n${task.text}`, request: '', before: task.written };
    case 'generate':
    case 'plan-beats':
      return { plan, request: `${task.chapterTitle}\n${task.description}`, before: '' };
    case 'extend':
      return { plan, request: '', before: task.content };
    case 'options':
      return { plan, request: task.selectedText, before: task.around?.before ?? '' };
    case 'coach':
      return { plan, request: task.question, before: task.content };
  }
}

const focusOfEdit = ({ kind, option, content, isSelection, around }: RewriteTask, plan: string): RequestFocus => ({
  plan,
  request: `${kind === 'instruct' ? `${option ?? ''}\n` : ''}${isSelection ? content : ''}`,
  before: around?.before ?? content,
});
