/**
 * Ways to state one attribute. `{A}` is the entry, `{v}` its value, `{an v}` the value with its article, `{V}` the entry
 * that is the value, `{S}` somebody else who speaks. Evidence is the whole text.
 */
export interface FactPhrases {
  readonly attribute: string;
  readonly narrated: readonly string[];
  /** What a character says about another one. */
  readonly spoken: readonly string[];
  /** What a character who tells the story says about herself. */
  readonly own: readonly string[];
}

/** The ways to state one attribute; those that are left out are empty. */
export const phrases = (
  attribute: string,
  narrated: readonly string[],
  spoken: readonly string[] = [],
  own: readonly string[] = [],
): FactPhrases => ({ attribute, narrated, spoken, own });

/** What one sees of a character. */
export const looksPhrases: readonly FactPhrases[] = [
  phrases(
    'eyes',
    [
      '{A} had {v} eyes, and they missed very little.',
      '{A} looked up from the {thing}. {A.His} eyes were {v}.',
      'The lamp showed {A} the way {A.he} was: tired, patient, {v}-eyed.',
      'There was no mistaking {A}’s {v} eyes above the scarf.',
      'With {A.his} {v} eyes half shut against the smoke, {A} read the note again.',
      'What strangers noticed first about {A} was a pair of {v} eyes.',
      '{A}’s eyes, {v} and steady, rested on the {furniture}.',
      '{A} turned {v} eyes on the visitor and waited.',
      'Eyes of {v} had come down to {A} from a grandmother whom nobody remembered.',
      'People forgot {A}’s face, but not the eyes, which were {v}.',
    ],
    [
      '“You would know {A} anywhere,” said {S}. “Nobody else here has {v} eyes.”',
      '“{A} has {v} eyes,” {S} said. “Look for those, not for the coat.”',
    ],
    ['My eyes are {v}, which surprises people.', 'I have {v} eyes, and I have never liked them in a photograph.'],
  ),
  phrases(
    'hair',
    [
      '{A}’s hair was {v}, and the damp had got into it.',
      '{A} pushed back {A.his} {v} hair and went on {work}.',
      'The wind took {A}’s hat and showed a head of {v} hair.',
      'By the door stood {A}, {v}-haired and out of breath.',
      '{A} had {v} hair, cut short as if with sheep shears.',
      'A strand of {v} hair had come loose, and {A} blew it away.',
      '{A} bent over the {thing}. {A.His} hair, {v} in any light, fell forward.',
      'The comb caught in {A}’s {v} hair.',
      'It was {A}’s hair that gave the family away: {v}, all of it, down to the collar.',
      '{A} tied {A.his} hair, which was {v}, with a piece of string.',
    ],
    ['“The one with the {v} hair is {A},” {S} said.', '“{A}’s hair is {v},” said {S}, “whatever the picture shows.”'],
    ['I had {v} hair then, and so much of it that it would not stay under a cap.'],
  ),
  phrases(
    'height',
    [
      '{A} stood {v} in stockinged feet.',
      'At {v}, {A} had to think about doorways.',
      '{A} was {v}, and the bed had not been made for that.',
      'The sergeant measured {A} against the wall and wrote down {v}.',
      '{A} measured {v} from heel to crown.',
      'A person of {v}, as {A} was, could see over the fence.',
      'The tailor made it {v} exactly, and {A} did not argue with him.',
      '{A}, who was {v} tall, reached the shelf with ease.',
    ],
    ['“{A} must be {v},” said {S}.', '“Put down {v},” {S} told the clerk. “I have seen {A} beside the post.”'],
  ),
  phrases(
    'scar',
    [
      'A scar ran {v}, and {A} touched it when {A.he} lied.',
      '{A} had a scar {v}.',
      'The firelight found the scar {v} that {A} never spoke of.',
      'There was a scar {v} where the glass had cut {A} as a child.',
      '{A} rubbed the old scar {v}.',
      'Children stared at {A}, because of the scar {v}.',
      '{A} turned {A.his} face. The scar {v} was white with cold.',
      'Long ago a hook had left {A} with a scar {v}.',
      '{A}, scarred {v}, did not care for mirrors.',
    ],
    ['“Look for a scar {v},” {S} said. “That will be {A}.”'],
    ['I have a scar {v} from the year of the flood.'],
  ),
  phrases(
    'build',
    [
      '{A} was {v}, and chairs complained of it.',
      '{A}, {v} as ever, took up one corner of the {part}.',
      'There was something about {A}’s {v} figure in the doorway that made people stop talking.',
      'A {v} person, {A} moved with more care than others.',
    ],
    ['“{A} is {v},” said {S}. “It runs in that house.”'],
  ),
  phrases(
    'handedness',
    [
      '{A} was {v}, and smeared every line {A.he} wrote.',
      'Being {v}, {A} sat at the end of the bench.',
      '{A}, who was {v}, had never learned to use those scissors.',
      'The knot had been tied by a {v} person, and {A} was {v}.',
    ],
    ['“Is that for {A}? Then turn the handle round,” {S} said. “{A.He} is {v}.”'],
  ),
  phrases(
    'voice',
    [
      '{A} had {an v} voice that carried to the end of the street.',
      '{A} spoke. It was {an v} voice, and the room grew still.',
      '{A}’s voice was {v}, even when {A.he} read out a list.',
      'One heard {A} before one saw {A.him}: {an v} voice on the stairs.',
    ],
    ['“{A} has {an v} voice,” said {S}. “You cannot miss it.”'],
  ),
];

/** Age, work and abilities. */
export const lifePhrases: readonly FactPhrases[] = [
  phrases(
    'age',
    [
      '{A} was {v} that year.',
      '{A} had turned {v} in the spring.',
      'At {v}, {A} still ran up the stairs.',
      '{A}, {v} years old and not a day wiser, put the {thing} back.',
      'Nobody would have taken {A} for {v}, but that was what {A.he} was.',
      'The register gave {A}’s age as {v}.',
      '{A} was now {an v}-year-old with other things to think of.',
      'In a month {A} had to stop saying that {A.he} was {v}.',
      'It was {A}’s birthday. {A.He} was {v}, and there was no cake.',
      'Aged {v}, {A} had never seen the sea.',
    ],
    ['“{A} is {v},” {S} said. “Old enough to know.”', '“How old? {Cap v},” said {S}. “{A} told me so.”'],
    ['I was {v} that autumn.', 'I am {v} as I write this.'],
  ),
  phrases(
    'occupation',
    [
      '{A} was {an v}, and had the hands to show for it.',
      '{A} worked as {an v} in those days.',
      '{A} earned a living as {an v}.',
      '{A} the {v} came up the street with a lantern.',
      'As {an v}, {A} had keys to half the houses in {P}.',
      '{A} had been {an v} for eleven years and meant to go on being one.',
      'The trade of {an v} had been good to {A}.',
      '“{Cap v},” said the brass plate by {A}’s door, and under it the hours.',
      'There was only one {v} in {P}, and that was {A}.',
      '{A}, {an v} by trade, looked at the work and sighed.',
      'For {an v}, {A} was a poor judge of people.',
    ],
    [
      '“{A} is {an v},” said {S}. “Ask about it, and you will be here all night.”',
      '“I need {an v},” said {S}. “So I came to you, {A}.”',
    ],
    ['I was {an v}, and not a bad one.', 'In those days I earned my bread as {an v}.'],
  ),
  phrases(
    'allergy',
    [
      '{A} could not eat {v} without swelling like a bladder.',
      '{A} was allergic to {v}.',
      'One taste of {v}, and {A} would be gasping for air.',
      'Because of {A}’s allergy to {v}, the cook kept two pots.',
    ],
    ['“No {v} for {A},” said {S}. “It nearly killed {A.him} once.”'],
  ),
  phrases(
    'fear',
    [
      '{A} was afraid of {v}.',
      'Since childhood {A} had feared {v} more than anything.',
      '{A} had a horror of {v}, and everybody knew.',
      'Nothing frightened {A} but {v}.',
    ],
    ['“You forget that {A} is terrified of {v},” said {S}.'],
  ),
  phrases(
    'instrument',
    [
      '{A} played the {v} on Sundays.',
      '{A} took the {v} from its case and tuned it.',
      'Few people knew how well {A} played the {v}.',
      'In the evenings one could hear {A} at the {v}.',
    ],
    ['“{A} plays the {v},” {S} said, “and not only at weddings.”'],
  ),
  phrases(
    'language',
    [
      '{A} spoke {v} as if born to it.',
      '{A} answered the sailors in {v}.',
      'Of all those in the {part}, only {A} knew {v}.',
      '{A} had learned {v} from a lodger.',
    ],
    ['“Let {A} read it,” {S} said. “{A.He} speaks {v}.”'],
  ),
  phrases(
    'pet',
    [
      '{A} kept {an v}, which slept on the {furniture}.',
      '{A}’s {v} had got out again.',
      '{A} owned {an v} and talked to it.',
      'The {v} belonged to {A} and obeyed nobody else.',
    ],
    ['“That is {A}’s {v},” said {S}. “It bites.”'],
  ),
  phrases(
    'religion',
    [
      '{A} was {an v}, and did not eat with them on Fridays.',
      '{A} had been brought up {an v} and had never left off.',
      'As {an v}, {A} sat through the service with closed lips.',
    ],
    ['“{A} is {an v},” said {S}, “so there will be no oath.”'],
  ),
];
