import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { extractStory } from './extract-story.ts';
import type { FoundName } from './extract-names.ts';

const namesIn = (text: string, language = 'en'): FoundName[] =>
  extractStory([text], { language, attributes: [] }).names;
const listed = (text: string): string[] => namesIn(text).map(({ name }) => name);
const nameOf = (text: string, name: string): FoundName | undefined =>
  namesIn(text).find((found) => found.name === name);

describe('names', () => {
  it.each([
    ['inside a sentence', 'They saw Mara there.', 'Mara'],
    ['with a particle', 'They feared Oskar de Lacy most.', 'Oskar de Lacy'],
    ['with two particles', 'He wrote to Jan van der Berg.', 'Jan van der Berg'],
    ['with an abbreviated title', 'She sent for Dr. Hale at once.', 'Dr. Hale'],
    ['without their title when it stands before a full name', 'She sent for Captain Mara Venn.', 'Mara Venn'],
    ['with “of the”', 'He swore by the Order of the Wren.', 'Order of the Wren'],
    ['with a possessive inside', 'We crossed King’s Bridge at noon.', "King's Bridge"],
    ['before a possessive', 'It was Mara’s coat.', 'Mara'],
    [
      'at the beginning of sentences only, when they are not words of the language',
      'Elsbeth ran. Elsbeth fell.',
      'Elsbeth',
    ],
    ['after a dash', 'He turned — Mara was there.', 'Mara'],
  ])('are found %s', (_where, text, name) => expect(listed(text)).toContain(name));

  it.each([
    ['days, months and languages', 'On Monday in March he spoke English and Latin.'],
    ['interjections', '“Oh God,” he said. “Alas, Heavens!” “Well, No.”'],
    ['words that begin sentences', 'When they came, it rained. Silence fell. Nobody spoke. Perhaps.'],
    ['shouting', '“RUN!” he cried. “DO NOT STOP NOW!”'],
    ['titles alone', 'The Captain saw a Doctor and the Queen.'],
    ['chapter titles', '# The Fall of Winter\n\nIt rained.\n\nThe House of Anna Bell\n\nIt rained on.'],
    ['words that begin direct speech', 'He said, “Bring the lamp,” and then, “Light it.”'],
    ['peoples', 'He hated the Romans and an Egyptian.'],
  ])('are never %s', (_what, text) => expect(listed(text)).toEqual([]));

  it('leave out words that begin a sentence before them', () => {
    expect(listed('When Mara came, he left. Poor Mara. Tall Mara laughed.')).toEqual(['Mara']);
  });

  it('may be ordinary words, when these have a capital inside sentences and act as people do', () => {
    const text = 'They hope for rain. Then Hope smiled. He saw that Hope nodded. We asked Hope.';
    expect(listed(text)).toEqual(['Hope']);
    expect(listed('They hope for rain. We all hope. He wrote of Hope.')).toEqual([]);
  });

  it('join full name, first name, surname and title', () => {
    const text = 'He saw Captain Mara Venn. Then Mara ran. He called Captain Venn, and Venn came with Mara Venn.';
    expect(namesIn(text)).toMatchObject([{ name: 'Mara Venn', mentions: 5, kind: 'character' }]);
    expect(namesIn(text)[0]?.aliases).toEqual(
      expect.arrayContaining(['Mara', 'Venn', 'Captain Venn', 'Captain Mara Venn']),
    );
  });

  it('are never joined by a surname that two people share', () => {
    const text = 'He saw Mara Venn. He saw Tom Venn. Then Venn ran, and Tom laughed.';
    expect(nameOf(text, 'Mara Venn')?.aliases).toEqual([]);
    expect(nameOf(text, 'Tom Venn')?.aliases).toEqual(['Tom']);
  });

  it('keep people apart whose titles say another gender', () => {
    expect(listed('He met Mr. Hale. Then Mrs. Hale came.').sort()).toEqual(['Mr. Hale', 'Mrs. Hale']);
    expect(nameOf('He met Mrs. Hale.', 'Mrs. Hale')?.gender).toBe('female');
  });

  it('join the short form of a group', () => {
    expect(nameOf('He feared the Order of the Wren. But the Order was gone.', 'Order of the Wren')?.aliases).toEqual([
      'Order',
    ]);
  });

  it.each([
    ['character', 'Then Mara said nothing.', 'Mara'],
    ['place', 'She lived in Brinewick.', 'Brinewick'],
    ['place', 'We walked down Mill Street.', 'Mill Street'],
    ['place', 'They reached the Castle of Ashmoor.', 'Castle of Ashmoor'],
    ['character', 'He looked for Lord Edmund Vale.', 'Edmund Vale'],
    ['group', 'She feared the Guild of Weavers.', 'Guild of Weavers'],
    ['object', 'He drew the Sword of Dawn.', 'Sword of Dawn'],
    ['event', 'He fell at the Battle of Thornfield.', 'Battle of Thornfield'],
  ])('are of the kind %s in %j', (kind, text, name) => expect(nameOf(text, name)?.kind).toBe(kind));

  it('are ranked by mentions', () => {
    expect(listed('He saw Anna. He saw Mara. He saw Mara again.')).toEqual(['Mara', 'Anna']);
  });

  it('are found in other languages, where a German noun after an article is none', () => {
    expect(namesIn('Dann ging Mara in das Haus und sah den Hund.', 'de').map(({ name }) => name)).toEqual(['Mara']);
  });

  it('are the same at every run, and hostile texts have few', () => {
    const text = 'He saw Mara and Tom Venn in Harrow.';
    expect(namesIn(text)).toEqual(namesIn(text));
    for (const hostile of Object.values(hostileTexts(60_000))) expect(namesIn(hostile).length).toBeLessThanOrEqual(1);
    const capitals = Array.from({ length: 20_000 }, (_item, at) => `the A${'bcdefghij'.charAt(at % 9)}${at}`).join(' ');
    expect(namesIn(capitals).length).toBeLessThanOrEqual(2000);
  });

  it('tells people from places whose last word is a surname, too', () => {
    const text =
      'Ida Marsh came in. “Late,” said Ida. They crossed Black Marsh at noon and lived near Green Hill. Then Tobias Wood laughed.';
    const kinds = new Map(namesIn(text).map(({ name, kind }) => [name, kind]));
    expect(['Ida Marsh', 'Tobias Wood', 'Black Marsh', 'Green Hill'].map((name) => kinds.get(name))).toEqual([
      'character',
      'character',
      'place',
      'place',
    ]);
  });
});
