/** Entries of the sample book's story bible. What the chapters say about them is extracted. */
export const sampleBible = [
  {
    kind: 'character',
    name: 'Ida Marsh',
    aliases: ['Ida'],
    summary: 'Lights the lamps of Gull Street, as her father did before her. She knows every lamp by its sound.',
  },
  {
    kind: 'character',
    name: 'Tobias Marsh',
    aliases: ['Tobias'],
    summary:
      'Ida’s father, dead for six years. He lit the lamps for thirty, and never said why he feared the last one.',
  },
  {
    kind: 'character',
    name: 'Lucan Frayne',
    aliases: ['Frayne'],
    summary: 'Once the owner of a ship. He writes in blue ink and waits under the lamp on the mole.',
  },
  {
    kind: 'character',
    name: 'Dorcas Quill',
    aliases: ['Dorcas'],
    summary: 'The baker. She talks about everything but the winter of the Corisande.',
  },
  {
    kind: 'place',
    name: 'Gull Street',
    aliases: [],
    summary: 'Runs down to the harbour; its lamps end on the mole. Every house on it paid into one list.',
  },
  {
    kind: 'object',
    name: 'the Corisande',
    aliases: ['Corisande'],
    summary: 'A ship that was lost with her crew of nine on a night when the lamps of Gull Street went out.',
  },
] as const;
