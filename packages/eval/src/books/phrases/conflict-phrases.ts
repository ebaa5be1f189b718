/** Pairs of passages that contradict each other. `{day}` and the like are filled in by the rule's own code. */
export const birthPhrases: readonly string[] = [
  '{A} was born in {birth}, the year of the great comet.',
  '{A} had come into the world in {birth}.',
  'The year of {A}’s birth was {birth}.',
];
export const yearPhrases: readonly string[] = [
  'The year was {year}, and money was short.',
  'The calendar on the wall said {year}.',
];
export const wrongAgePhrases: readonly string[] = [
  'In that year, {year}, {A} was {wrongAge}.',
  'In {year} {A} was {wrongAge} years old.',
];

export const datePhrases: readonly string[] = [
  'On {weekday}, {date}, the sluice was opened.',
  'It was {weekday}, {date}, and the market was full.',
  'The letter was dated {weekday}, {date}.',
];

/** The first day, then the day after it. */
export const dayPairs: readonly (readonly [string, string])[] = [
  ['On {day} the carts were loaded.', 'The next day, {a nextDay}, they left {P}.'],
  ['It rained on {day}.', 'The following morning was {a nextDay}, and it rained still.'],
  ['They met on {day}, by {landscape}.', 'The day after, on {nextDay}, they met again.'],
];

export const noonPhrases: readonly string[] = [
  'At noon on {weekday}, {date}, {A} stood on the bridge in {P1} and watched the boats.',
  'On {weekday}, {date}, as the clock struck twelve, {A} sat in the court of {P2}, where {A.he} had been since breakfast.',
];

/** `{Z}` must not know yet what only `{Y}` knows. */
export const secretPhrases = {
  values: ['the will had been burned', 'the bridge was mined', 'the child was not the duke’s', 'the seal was forged'],
  early: [
    '“I know very well that {secret},” said {Z}.',
    '{Z} lowered {Z.his} voice. “It is no use pretending. We all know that {secret}.”',
  ],
  learns: [
    'Only now did {Y} tell {Z} that {secret}. {Z} had not known.',
    '“There is something you do not know,” {Y} said to {Z}. Then {Z} learned that {secret}.',
  ],
} as const;

export const threadPhrases = {
  names: ['the missing inheritance', 'the stolen letters', 'the fire at the mill', 'the unsigned map', 'the lost boy'],
  opens: [
    'That was how the matter of {thread} began.',
    'Now there was {thread} to think of, and nobody knew what to do.',
  ],
  closes: [
    'So the matter of {thread} was settled, and no one spoke of it again.',
    'With that, {thread} was explained at last.',
  ],
} as const;

/** In a book in the third person that stays with one character in a scene, `{B}` is not that character. */
export const headHopPhrases: readonly string[] = [
  '{B} thought, in the secrecy of {B.his} own mind, that {A} was a fool, and felt glad that nobody could see it.',
  'I could have told {A} that it was hopeless, but I went on with my work.',
];
/** In a book in the first person: what the narrator cannot know. */
export const narratorHopPhrases: readonly string[] = [
  'Far away, where I could not see it, {B} remembered a lullaby and wept without knowing why.',
  '{B} kept {B.his} face still, but inwardly {B.he} was laughing at me and wondering how soon I would find out.',
];

/** In a book in the past tense. */
export const presentTensePhrases: readonly string[] = [
  '{B} opens the door and looks into the {part}. There is nobody there. {B.He} picks up the {thing}, weighs it in {B.his} hand and puts it down again.',
  '{B} walks to the window. Outside it is getting dark, and {noise} comes up from the street. {B.He} waits and does not turn round.',
];
