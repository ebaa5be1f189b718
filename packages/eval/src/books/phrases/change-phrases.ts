/** A fact that becomes another one, and the words that explain it. */
export interface ChangePhrase {
  readonly attribute: string;
  /** `{A}` changes from `{v}` to `{w}`; for homes and marriages `{W}` is the new entry. */
  readonly text: string;
}

const changes = (attribute: string, ...texts: readonly string[]): ChangePhrase[] =>
  texts.map((text) => ({ attribute, text }));

export const changePhrases: readonly ChangePhrase[] = [
  ...changes(
    'hair',
    '{A} had dyed {A.his} hair that morning. It was {w} now, and the basin would never be clean again.',
    'When {A} took off the cap, they saw that {A.his} {v} hair had gone; it was {w}, straight from the bottle.',
    'The fever had turned {A}’s hair from {v} to {w}.',
  ),
  ...changes(
    'occupation',
    '{A} gave up being {an v} that week and became {an w}.',
    'On Monday {A} had still been {an v}. From today, said the contract, {A.he} was {an w}.',
    '{A} had sold the business. {A.He} was no longer {an v} but {an w}, and slept better.',
  ),
  ...changes(
    'residence',
    '{A} moved from {V} to {W} with two trunks and a birdcage.',
    '{A} had left {V} for good. {A.He} lived in {W} now.',
    'In the new year {A} packed up the house in {V} and settled in {W}.',
  ),
  ...changes(
    'owner',
    '{V} gave the {A} to {W}, and they shook hands on it. From then on it was {W.his} own.',
    '{W} bought the {A} from {V} and paid in coin.',
  ),
  ...changes('build', '{A} had lost flesh in prison. Where {A.he} had been {v}, {A.he} was {w} now.'),
];

/** `{D}` dies. */
export const deathPhrases: readonly string[] = [
  '{D} died at the turn of the tide, with the window open.',
  'They found {D} dead by {landscape} in the morning.',
  '{D} was dead. The doctor closed the eyes and asked for a towel.',
  'At four the nurse came out and told them that {D} had died.',
  'The ice broke, and {D} went under; they brought up the body on the third day.',
  'They buried {D} on the north side, where the ground is soft.',
  'The fever killed {D} before the week was out.',
  '{D} drew one more breath, and then there were no more.',
];
/** `{D}` acts or speaks although {D.he} is dead. */
export const afterDeathPhrases: readonly string[] = [
  '“Close the shutters,” said {D}, and went down into the {part} to find the {thing}.',
  '{D} came in {time}, shook the {plainWeather} from {D.his} coat and sat down by the fire.',
  '{D} poured out two cups and pushed one across the {furniture} to {B}.',
];
