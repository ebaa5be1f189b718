import { type FactPhrases, phrases } from './fact-phrases.ts';

/** Families, homes and possessions. `{V}` is the other person, place or owner. */
export const relationPhrases: readonly FactPhrases[] = [
  phrases(
    'mother',
    [
      '{A}’s mother, {V}, had opinions about the {thing}.',
      '{V} was {A}’s mother, though they had not spoken since the funeral.',
      '{A} was {V}’s {A.child}, and it showed.',
      'Like {A.his} mother, {V}, {A} counted everything twice.',
      '{A} wrote to {A.his} mother. {V} did not reply.',
      '{V} had given birth to {A} in a thunderstorm.',
      '{A} had {V} for a mother, and that explained a good deal.',
      'The mother of {A} was {V}, whom all the street feared.',
    ],
    ['“{V} is {A}’s mother,” said {S}. “Be polite.”'],
    ['{V} was my mother.', 'My mother, {V}, would have known what to say.'],
  ),
  phrases(
    'father',
    [
      '{A}’s father, {V}, had opinions about the {thing}.',
      '{V} was {A}’s father and would not hear a word against {A.him}.',
      '{A} was the {A.child} of {V}.',
      'Like {A.his} father, {V}, {A} went quiet when {A.he} was angry.',
      '{A} had the chin of {A.his} father, {V}.',
      '{V} had raised {A} alone, as a father must who has buried a wife.',
      '{A} called {V} Father only in front of strangers, though father he was.',
      'The father of {A}, {V}, sat by the stove.',
    ],
    ['“{A} is {V}’s {A.child},” said {S}. “You can see it in the jaw.”'],
    ['{V} was my father.', 'My father, {V}, never learned to swim.'],
  ),
  phrases(
    'sibling',
    [
      '{A} and {A.his} {V.sibling} {V} had shared a bed until they were ten.',
      '{V} was {A}’s {V.sibling}.',
      '{A}’s {V.sibling}, {V}, came in without knocking.',
      '{A} had one {V.sibling}, {V}, and they were not alike.',
      'The same parents had made {A} and {V}, and one could hardly believe it; no two people were less like brother and sister.',
      '{V}, {A}’s younger {V.sibling}, held the lantern.',
      '{A} looked for {A.his} {V.sibling} in the crowd. {V} was gone.',
      'As {A}’s elder {V.sibling}, {V} had the larger room.',
    ],
    ['“I know {A},” said {S}. “{V} is {A.his} {V.sibling}.”'],
    ['{V} is my {V.sibling}.'],
  ),
  phrases(
    'spouse',
    [
      '{A} had married {V} in the year of the comet.',
      '{A} and {V} were married.',
      '{A}’s {V.spouse}, {V}, kept the accounts.',
      '{V} was {A}’s {V.spouse} and did not mind the noise.',
      '{A} was married to {V}, who was said to be difficult.',
      'For nineteen years {A} had been {V}’s {A.spouse}.',
      '{A} took the arm of {A.his} {V.spouse}. {V} let it happen.',
      'The wedding of {A} and {V} had lasted three days.',
    ],
    ['“{A} is my {A.spouse},” said {V}, “and you will speak of {A.him} with respect.”'],
    ['I had married {V} by then.'],
  ),
  phrases(
    'birthplace',
    [
      '{A} was born in {V}.',
      '{A} came from {V}, and one heard it when {A.he} was angry.',
      'Born in {V}, {A} never got used to the plain.',
      '{A} had been born in {V}, over a chandler’s shop.',
      '{V} was where {A} had come into the world.',
      '{A} was a native of {V}.',
      'The parish book of {V} has {A}’s birth in it, with the name misspelled.',
      'In {V}, the town of {A.his} birth, {A} was a stranger now.',
    ],
    ['“{A} was born in {V},” {S} said. “They are all stubborn there.”'],
    ['I was born in {V}.'],
  ),
  phrases(
    'residence',
    [
      '{A} lived in {V}.',
      '{A} had rooms in {V}, above a saddler.',
      '{A}’s home was in {V}.',
      '{A} lodged in {V} with a widow who took in sewing.',
      'Every Sunday {A} went home to {V}, where {A.he} lived.',
      'For years now {A} had been living in {V}.',
      '{A}, who dwelt in {V}, was seldom on time.',
      '{A} had a house in {V} and hated to leave it.',
    ],
    ['“{A} lives in {V},” said {S}. “You will have to take the coach.”'],
    ['I lived in {V} at that time.'],
  ),
  phrases(
    'employer',
    ['{A} worked for the {V}.', 'The {V} had employed {A} since the spring.', '{A} was in the pay of the {V}.'],
    ['“I know who pays {A},” said {S}. “The {V} does.”'],
  ),
  phrases(
    'owner',
    [
      'The {A} belonged to {V}.',
      '{V} owned the {A} and never let it out of sight.',
      'The {A} was {V}’s, bought and paid for.',
      '{V}’s {A} lay on the {furniture}.',
      'The {A} had come to {V} by inheritance, and {V.he} had the paper to prove it.',
      'Whoever wanted the {A} had to ask {V}, its owner.',
      '{V} was the owner of the {A}.',
      'The {A} was the property of {V}.',
    ],
    ['“The {A} is mine,” said {V}.', '“{V} owns the {A},” said {S}. “It is in the deed.”'],
  ),
  phrases(
    'leader',
    [
      '{V} led the {A}.',
      'At the head of the {A} stood {V}.',
      '{V} was the leader of the {A}, and the youngest it had ever had.',
    ],
    ['“The {A} does what {V} says,” {S} explained. “{V.He} leads it.”'],
  ),
  phrases(
    'headquarters',
    [
      'The {A} had its headquarters in {V}.',
      'The headquarters of the {A} were in {V}, behind the corn exchange.',
      'The {A} was based in {V}.',
    ],
    ['“You will find the {A} in {V},” said {S}. “That is where they have their headquarters.”'],
  ),
];

/** Places and things. */
export const worldPhrases: readonly FactPhrases[] = [
  phrases(
    'colour',
    ['The {A} was {v}.', 'In the dark the {v} {A} could hardly be seen.', 'Somebody had painted the {A} {v} long ago.'],
    ['“It is {v}, the {A},” said {S}. “I have held it.”'],
  ),
  phrases(
    'material',
    [
      'The {A} was made of {v}.',
      'They had made the {A} from {v}, because nothing else would last.',
      'The {A} was {v} all through, and heavier than it looked.',
    ],
    ['“The {A} is {v},” said {S}. “Weigh it, if you doubt me.”'],
  ),
  phrases('inscription', [
    'On the {A} stood the words “{v}”.',
    'The {A} bore the inscription “{v}”.',
    'Someone had engraved “{v}” on the {A}.',
  ]),
  phrases(
    'population',
    [
      '{A} had {v} inhabitants, and all of them knew.',
      'In {A}, a town of {v} people, nothing stayed hidden.',
      '{Cap v} souls lived in {A}.',
    ],
    ['“{A} has {v} inhabitants,” said {S}, “and one road out.”'],
  ),
  phrases('storeys', [
    '{A} was {v} storeys high.',
    '{A} had {v} storeys and a roof that leaked into all of them.',
    'All {v} storeys of {A} were dark.',
  ]),
  phrases(
    'founded',
    ['The {A} was founded in {v}.', 'The {A} had been set up in {v}.', 'It was in {v} that the {A} began.'],
    ['“The {A} goes back to {v},” said {S}.'],
  ),
  phrases('motto', [
    'The motto of the {A} was “{v}”.',
    '“{Cap v}” was the motto of the {A}.',
    'Over the door the {A} had carved its motto: “{v}”.',
  ]),
  phrases(
    'travelTime',
    [
      'From {A} to {V} it was {v}, if the weather held.',
      'The journey from {A} to {V} took {v}.',
      'It took {v} to travel from {A} to {V}.',
      'They were {v} on the road between {A} and {V}.',
    ],
    ['“How far is {V} from {A}?” “{Cap v},” said {S}.'],
  ),
];
