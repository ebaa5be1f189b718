import type { EntryKind } from '@inkbear/contracts/bible/attributes';

/** Sentences that only mention a name, by kind of entry. */
export const namingPhrases: Readonly<Partial<Record<EntryKind, readonly string[]>>> = {
  character: [
    'Somebody mentioned {N}, and then nobody went on.',
    'There had been a note from {N} under the door.',
    'What {N} would say to it was another matter.',
    'It was then that {N} came by, and stayed for a cup of tea.',
  ],
  place: [
    'The coach from {N} was late again.',
    'Word had come from {N} that the road was open.',
    'In {N} they were said to do it differently.',
    'A crate with the name of {N} on it stood by the wall.',
  ],
  group: [
    'A bill from the {N} lay unpaid on the dresser.',
    'Everybody had an opinion about the {N} in those days.',
    'Two people from the {N} had asked the way.',
  ],
  object: [
    'Of the {N} not a word was said.',
    'Twice that week somebody had asked about the {N}.',
    'There was talk of the {N}, as there always was.',
  ],
  event: [
    'It was not long until the {N}, or so they said.',
    'They still spoke about the {N} as if it had been yesterday.',
    'Since the {N} nothing had been quite the same.',
  ],
};

/** Somebody who is named once. */
export const passingPhrases: readonly string[] = [
  'A person called {name} had left a card.',
  'They bought it from old {name}, who gave short weight.',
  'The cart belonged to someone by the name of {name}.',
];
