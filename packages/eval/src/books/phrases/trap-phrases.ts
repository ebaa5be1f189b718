import type { TrapKind } from '../book.ts';

/** A passage that states nothing about `{A}`, or states it in a way that must not count. */
export interface TrapPhrase {
  readonly kind: TrapKind;
  readonly text: string;
  /** A fact that somebody claims: right as something that is spoken, wrong as something that is so. */
  readonly claims?: { readonly attribute: string; readonly value: string };
  /** The claim is the speaker's about herself, or about `{A}`. */
  readonly claimIsOf?: 'A' | 'S';
}

const trap = (kind: TrapKind, ...texts: readonly string[]): TrapPhrase[] => texts.map((text) => ({ kind, text }));
const lie = (text: string, of: 'A' | 'S', attribute: string, value: string): TrapPhrase => ({
  kind: 'lie',
  text,
  claimIsOf: of,
  claims: { attribute, value },
});

export const trapPhrases: readonly TrapPhrase[] = [
  ...trap(
    'word-name',
    'Hope was a thing one could not afford in {P}, and {A} knew it.',
    'Will you shut that door, {A} wondered, or must I ask twice?',
    'A rose had been drawn on the lid, and under it the word grace.',
    'There was a hunter’s moon over {landscape}.',
    'The water rose another inch, and with it rose the price of bread.',
    'Frank talk was rare in that house. Mark how they all fell silent.',
    'By the grace of the harbour master they got a berth, and a mark in his book.',
    'It was done with a good will and little faith.',
    'Grace before meat was said quickly, for the {food} was getting cold.',
    'Ivy had covered the wall, and somebody drew a knife to cut it.',
  ),
  ...trap(
    'simile',
    '{A} had eyes like a frightened horse.',
    '{A}’s hair was like a nest that the wind has been at.',
    'Standing there, {A} looked like an undertaker at a christening.',
    '{B} moved as if {B.he} were a hundred years old.',
    'In that coat {A} seemed as tall as the door.',
    '{A} sang like a crow with a cold.',
    'The sea was as grey as a dead man’s eyes.',
  ),
  lie('“I am a surgeon,” {S} lied. It had worked before.', 'S', 'occupation', 'surgeon'),
  lie('“I am thirty,” said {S}, who had not been thirty for a long time.', 'S', 'age', 'thirty'),
  lie('“My eyes? Violet,” {S} told the clerk, and kept them shut.', 'S', 'eyes', 'violet'),
  lie('“{A} is a bishop,” said {S}, inventing freely.', 'A', 'occupation', 'bishop'),
  lie('“I was born in Paris,” said {S}. None of it was true.', 'S', 'birthplace', 'Paris'),
  lie('“{A}’s hair was purple when I last saw it,” said {S}, to annoy them.', 'A', 'hair', 'purple'),
  ...trap(
    'negation',
    '{A} was not a sailor, whatever people thought.',
    '{A}’s eyes were not violet, as the song had it.',
    '{A} had never been a soldier.',
    'Nobody in that family was a judge, least of all {A}.',
    '{A} did not live in London and did not mean to.',
    'No scar of any kind could be seen on {A}’s throat.',
    '{A} had no sister, though the letter spoke of one.',
  ),
  ...trap(
    'question',
    'Was {A} a spy?',
    '“Are {A}’s eyes violet?” asked {S}.',
    'Had {A} really been born on a ship?',
    '“Is {A} forty already?” {S} wanted to know.',
    'Who could say if {A} had ever been a monk?',
  ),
  ...trap(
    'conditional',
    'If {A} had been a soldier, the matter would have ended otherwise.',
    'Had {A} been born in London, nobody would have laughed.',
    '{A} would have made a good admiral.',
    'If {A} were ninety, they would carry {A.him} to the table.',
    'With violet eyes {A} might have gone on the stage.',
  ),
  ...trap(
    'flashback',
    'Thirty years before, when {A} was nine, there had been a fire here.',
    'In those days {A} was twelve, and the pump still worked.',
    '{A} remembered the summer of the wasps. {A.He} was seven then and afraid of nothing.',
    'Back then {A} lived in a tent, like all the others.',
  ),
  ...trap(
    'dream',
    'In the dream {A} had white wings and a beard down to the floor.',
    'That night {A} dreamed that {B} was an emperor with eyes of gold.',
    '{A} dreamed of the old house, in which {B} was a child of three.',
    'In sleep {A} stood in London and in {P} at once, and was dead, and did not mind.',
  ),
  ...trap(
    'pluperfect',
    '{A} had once been a drummer boy, long ago, and never spoke of it.',
    'Before the war {A} had lived in a lighthouse for a year.',
    '{A} had been a choirboy, which nobody would have guessed now.',
  ),
];

/** `{A}` and `{B}` have the same surname. */
export const sharedSurnamePhrases: readonly string[] = [
  'There were two of that name, {A.full} and {B.full}, and letters for one went to the other.',
  '“Which {A.last}?” asked the postman. “I have one for {A.first} and one for {B.first}.”',
];
/** `{A}` and `{B}` have the same first name. */
export const sameFirstNamePhrases: readonly string[] = [
  '{A.full} and {B.full} had nothing in common but a first name.',
  'It was {A.full} who had written, not {B.full}; people mixed them up.',
];
/** `{D}` is dead, and the passage is a memory, a dream or a letter: no contradiction. */
export const afterDeathTraps: readonly { readonly kind: TrapKind; readonly text: string }[] = [
  { kind: 'pluperfect', text: '{D} had always said that the {plainWeather} would be the end of {P}.' },
  { kind: 'flashback', text: 'Two winters before, {D} had walked up that path with a {thing}, laughing.' },
  { kind: 'dream', text: 'In the dream {D} came in, sat down and asked for {food}.' },
];
