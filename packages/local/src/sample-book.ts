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
