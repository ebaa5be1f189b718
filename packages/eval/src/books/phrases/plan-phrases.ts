/**
 * Plans of the next chapter, by the attribute that the writer has to know. They are worded like a plan, without the
 * value: `{A}` is the entry.
 */
export const planPhrases: Readonly<Record<string, readonly string[]>> = {
  eyes: [
    'Somebody is looking for {A} in a masked crowd and only sees the eyes.',
    'A portrait of {A} is finished; the painter gets the eyes right.',
  ],
  hair: ['{A} hides, and hair that shows under the hood gives it away.', 'A barber is asked about {A}.'],
  height: ['{A} is measured for a coffin by mistake.', 'The footprints are compared with how tall {A} is.'],
  scar: ['An old wound identifies {A}.', 'The police describe {A} by an old scar.'],
  handedness: ['A forged signature is tested: which hand does {A} write with?'],
  voice: ['{A} is recognised in the dark when speaking.'],
  occupation: ['{A} is asked to help with professional skill.', 'The work of {A} becomes important at the trial.'],
  allergy: ['A dinner nearly kills {A} because of something on the plate.'],
  fear: ['{A} has to face the greatest fear.'],
  instrument: ['{A} has to play in front of everybody at the feast.'],
  language: ['{A} translates for the foreigners.'],
  pet: ['The animal of {A} finds the way home.'],
  birthplace: ['{A} returns to the town of birth.', 'A certificate of the birth of {A} turns up.'],
  residence: ['The others come to the home of {A} at night.'],
  sibling: ['{A} quarrels with a sibling over the house.'],
  mother: ['{A} gets a letter from mother.'],
  father: ['{A} has to forgive father.'],
  spouse: ['The marriage of {A} is in danger.'],
  employer: ['{A} is dismissed by those who paid the wages.'],
  owner: ['The {A} is stolen, and its owner offers a reward.'],
  colour: ['A copy of the {A} must have the right colour.'],
  material: ['An expert finds out what the {A} is made of.'],
  inscription: ['Somebody finally reads what is engraved on the {A}.'],
  leader: ['The head of the {A} has to resign.'],
  headquarters: ['The police search the headquarters of the {A}.'],
  travelTime: ['They travel from {A} to {V} and must know how long the journey takes.'],
  age: ['A birthday is held for {A}, and somebody counts the years.'],
};

export const planTitles: readonly string[] = [
  'The Return',
  'A Reckoning',
  'What Was Owed',
  'The Second Letter',
  'Low Water',
  'An Answer',
];
export const planEvents: readonly string[] = [
  'There is a storm in the night.',
  'Two strangers arrive and ask questions.',
  'The meeting ends without a decision.',
  'Somebody leaves without saying goodbye.',
  'The money is counted again.',
  'A promise from the first chapter is kept.',
];
export const planRequests: readonly string[] = [
  'Begin with the arrival, and keep it short.',
  'Let the quarrel come first, mostly in dialogue.',
  'End the chapter on an open question.',
  'Slow down before the discovery.',
];
