import type { ChapterBeat } from '@inkbear/contracts/books/chapter';

type SampleBeat = Pick<ChapterBeat, 'id' | 'text' | 'words'>;

/** The book of each demo account. */
export const sampleBook = {
  title: 'The Lamplighter of Gull Street',
  genre: 'mystery',
  chapters: [
    {
      number: 1,
      title: 'The Lamp That Would Not Light',
      description:
        'On the first night of autumn Ida Marsh finds one lamp on her round dead, and a letter where its wick should be.',
      keyPoints: [
        'Ida knows every lamp by its sound',
        'The letter is addressed to her late father',
        'Someone watches from the sail loft',
      ],
    },
    {
      number: 2,
      title: 'A Debt in Blue Ink',
      description: 'The letter names a debt that the whole street has kept quiet about for twenty years.',
      keyPoints: ['The baker refuses to talk', 'Ida compares the handwriting', 'A second lamp goes out'],
    },
    {
      number: 3,
      title: 'Low Water',
      description:
        'At the lowest tide of the year the harbour gives back what was sunk in it, and Ida must decide whom to tell.',
      keyPoints: ['The chest under the pier', 'The watcher steps into the light', 'Ida lights the last lamp herself'],
    },
  ],
};

/** The beats of its chapters, by chapter number. A new book cannot have them. */
export const sampleBeats: Readonly<Record<number, readonly SampleBeat[]>> = {
  1: [
    {
      id: 'dead-lamp',
      text: 'Ida lights Gull Street lamp by lamp. The ninth does not catch: where its wick should be, there is a rolled letter.',
      words: 700,
    },
    {
      id: 'sail-loft',
      text: 'On the ladder she feels that she is watched. A shutter of the empty sail loft closes.',
      words: 500,
    },
    {
      id: 'letter',
      text: 'At home she reads the letter to her late father: a debt, in blue ink, and a threat against “the girl”.',
      words: 800,
    },
    {
      id: 'footsteps',
      text: 'Footsteps come from the sail loft and stop below her window. She hides the light with her hand.',
      words: 500,
    },
  ],
  2: [
    {
      id: 'baker',
      text: 'Ida asks Dorcas Quill who on the street had blue ink. For once the baker refuses to talk.',
      words: 600,
    },
    {
      id: 'list',
      text: 'Behind the counter Ida finds an old list of names and sums, in the same hand as the letter. The whole street paid.',
      words: 700,
    },
    {
      id: 'ship',
      text: 'Nobody says what for. All she learns is the name of a ship, the Corisande, and she remembers a winter morning.',
      words: 600,
    },
    {
      id: 'second-lamp',
      text: 'At dusk the ninth lamp burns, but the last one on the mole goes out. A man waits under it, his hat in his hand.',
      words: 600,
    },
  ],
  3: [
    {
      id: 'corisande',
      text: 'At the lowest tide Lucan Frayne tells Ida how the street put out its lamps, and how the Corisande was lost with nine men.',
      words: 800,
    },
    {
      id: 'chest',
      text: 'They dig up the chest under the pier. It holds a wick, and a note in her father’s hand.',
      words: 500,
    },
    {
      id: 'watcher',
      text: 'Ida understands who put out the last lamp, and says it to the watcher’s face.',
      words: 600,
    },
    {
      id: 'last-lamp',
      text: 'The street watches from its doors while Ida lights the last lamp herself.',
      words: 600,
    },
  ],
};
