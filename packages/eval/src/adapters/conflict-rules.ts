import { attributes } from '@inkbear/contracts/bible/attributes';
import type { ConfirmedFact } from '@inkbear/story-analysis/continuity/checked-story';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import { findConflicts } from '@inkbear/story-analysis/continuity/find-conflicts';
import { analyseStory } from '@inkbear/story-analysis/extract/extract-story';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { ConflictFinder } from '../candidates.ts';

export const conflictRules: ConflictFinder = {
  name: 'rules',
  findConflicts: ({ chapters, style, accepted, bibleNames }) => {
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
    const confirmedFacts = accepted.map(({ entryId, knownBy, ...fact }): ConfirmedFact => ({
      ...fact,
      name: readNameOf(nameOf(entryId)),
      knownBy: knownBy && knownBy.map((id) => readNameOf(nameOf(id))),
    }));
    const texts = chapters.map(({ text }) => text);
    const leaks = scanBook({ chapters: texts, phrases: scanPhrases }).filter(({ group }) => group === 'leak');
    return findConflicts({
      ...story,
      nonStoryPassages: leaks.flatMap(({ places }) => places),
      attributes,
      confirmedFacts,
      style: { person: style.person, tense: style.tense, povNames: povNames.map(readNameOf) },
    });
  },
};
