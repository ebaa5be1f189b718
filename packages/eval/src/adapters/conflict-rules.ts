import { attributes } from '@inkbear/contracts/bible/attributes';
import type { ConfirmedFact } from '@inkbear/story-analysis/continuity/checked-story';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import { findContradictions } from '@inkbear/story-analysis/continuity/find-contradictions';
import { analyseStory } from '@inkbear/story-analysis/extract/extract-story';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { ContradictionFinder } from '../candidates.ts';

export const conflictRules: ContradictionFinder = {
  name: 'rules',
  findContradictions: ({ chapters, style, confirmed, bibleNames }) => {
    const nameOf = (id: string): string => bibleNames.get(id) ?? id;
    const povNames = style.povEntryIds.map(nameOf);
    const [narrator] = style.person === 'first' ? povNames : [];
    const story = analyseStory(
      chapters.map(({ text }) => text),
      { language: 'en', attributes, ...(narrator !== undefined && { narrator }) },
    );
    /** The name under which the text was read: “Venn” of the bible may be “Mara Venn” there. */
    const readNameOf = (name: string): string =>
      story.names.find((found) => [found.name, ...found.aliases].includes(name))?.name ?? name;
    const confirmedFacts = confirmed.map(({ entryId, knownBy, ...fact }): ConfirmedFact => ({
      ...fact,
      name: readNameOf(nameOf(entryId)),
      knownBy: knownBy && knownBy.map((id) => readNameOf(nameOf(id))),
    }));
    const texts = chapters.map(({ text }) => text);
    const leftovers = scanBook({ chapters: texts, phrases: scanPhrases }).filter(({ group }) => group === 'leak');
    return findContradictions({
      ...story,
      times: [],
      nonStoryPassages: leftovers.flatMap(({ places }) => places),
      attributes,
      confirmedFacts,
      style: { person: style.person, tense: style.tense, povNames: povNames.map(readNameOf) },
    });
  },
};
