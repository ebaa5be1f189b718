import { attributes, type EntryKind, entryKinds } from '@inkbear/contracts/bible/attributes';
import { summaryTokens } from '@inkbear/contracts/ai/summary';
import type { ArgueTask, FindContradictionsTask, FindFactsTask, ReadTask, SummariseTask } from '../generations/task.ts';
import { data } from './prompt.ts';
import { jsonInstruction, type PromptRequest } from './prompt-request.ts';

/** Tokens of a reply, e.g. about a hundred facts. */
const replyTokens = { finds: 6000, summary: 1500, contradictions: 3000, verdicts: 4000 } as const;

const findsShape =
  '{"entries": [{"name": string, "kind": string, "aliases": [string]}], "facts": [{"entry": string, ' +
  '"attribute": string, "value": string, "quote": string, "paragraph": integer, "modality": "narrated" or "spoken"}]}';

const numbered = (lines: readonly { readonly number: number; readonly text: string }[]): string =>
  lines.map(({ number, text }) => `[${number}] ${text}`).join('\n');

const attributesOf = (kind: EntryKind): string =>
  `${kind}: ${attributes
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ key }) => key)
    .join(', ')}`;

/** Builds the request to read a chapter or a part of one. */
export function buildReadRequest(task: ReadTask): PromptRequest {
  switch (task.kind) {
    case 'find-facts':
      return buildFindRequest(task);
    case 'summarise-chapter':
      return buildSummaryRequest(task);
    case 'find-contradictions':
      return buildContradictionRequest(task);
    case 'argue-contradictions':
      return buildArgueRequest(task);
  }
}

/** Asks what a part of a chapter says for certain. */
const buildFindRequest = ({ paragraphs, names }: FindFactsTask): PromptRequest => ({
  expects: 'finds',
  maxOutputTokens: replyTokens.finds,
  text: [
    data('known names', names.join('\n')),
    data('paragraphs', numbered(paragraphs)),
    '"paragraphs" is a part of a novel; each begins with its number. List what it says for certain, for the notes of its author. ',
    '"entries" are names that "known names" does not have: people, places, objects, groups and events that matter to the story. ',
    '"facts" are what the text states about an entry. Leave out what is only supposed, asked, dreamt, compared or denied. ',
    '"quote" is the shortest passage that states the fact, copied word for word; "paragraph" is its number. ',
    '"modality" is "spoken" when a character says it, and "narrated" otherwise. ',
    'Use only these attributes, by the kind of the entry: ',
    `${entryKinds.map(attributesOf).join('; ')}. `,
    'Where the value is another entry, it is the name of that entry. ',
    'Give at most 60 facts, the most important ones, and write values in the language of the text. ',
    jsonInstruction(findsShape),
  ].join(''),
});

/** Models count words better than tokens; an English word has about 1.3 tokens. */
const wordsOf = (tokens: number): number => Math.floor(tokens / 1.5);

/** Asks for the summaries of a chapter at three lengths. */
const buildSummaryRequest = ({ title, text }: SummariseTask): PromptRequest => ({
  expects: 'summary',
  maxOutputTokens: replyTokens.summary,
  text: [
    data('chapter title', title),
    data('chapter', text),
    'Summarise "chapter" for somebody who goes on writing the book: who does what, what changes, what is left open. ',
    'Say nothing that the text does not say, and use the names of the text. ',
    'Write in the language of the text and in the present tense. ',
    `"line" has at most ${wordsOf(summaryTokens.line)} words, "short" at most ${wordsOf(summaryTokens.short)}, `,
    `"long" at most ${wordsOf(summaryTokens.long)}. `,
    jsonInstruction('{"line": string, "short": string, "long": string}'),
  ].join(''),
});

const contradictionShape =
  '{"contradictions": [{"fact": integer, "value": string, "quote": string, "paragraph": integer}]}';

/** Asks which facts of other chapters a part of a chapter contradicts. */
const buildContradictionRequest = ({ paragraphs, facts }: FindContradictionsTask): PromptRequest => ({
  expects: 'contradictions',
  maxOutputTokens: replyTokens.contradictions,
  text: [
    data('facts', numbered(facts)),
    data('paragraphs', numbered(paragraphs)),
    '"facts" are stated in other chapters of a novel and are true here; "paragraphs" is a part of one chapter. ',
    'List each fact that a paragraph contradicts: both cannot be true. ',
    'Leave out what is only supposed, asked, dreamt, lied, compared or remembered, and what may have changed in the story. ',
    '"quote" is the shortest passage that contradicts the fact, copied word for word; "paragraph" is its number; ',
    '"value" is what it says instead. The list is empty when there is none. ',
    jsonInstruction(contradictionShape),
  ].join(''),
});

/** Asks to argue against contradictions, because a model that looks for mistakes finds too many. */
const buildArgueRequest = ({ cases }: ArgueTask): PromptRequest => ({
  expects: 'verdicts',
  maxOutputTokens: replyTokens.verdicts,
  text: [
    data(
      'cases',
      cases
        .map(
          ({ number, fact, value, passage }) =>
            `[${number}] Fact: ${fact}. Said instead: ${value}. Passage: ${passage}`,
        )
        .join('\n'),
    ),
    'Each of the "cases" may be a mistake of continuity in a novel. ',
    'For each, write as "defence" the best reason in one sentence why the fact and the passage can both be true. ',
    '"contradicts" is true only when that reason does not convince. ',
    jsonInstruction('{"verdicts": [{"case": integer, "defence": string, "contradicts": boolean}]}'),
  ].join(''),
});
