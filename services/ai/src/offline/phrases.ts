/**
 * Sentences for a draft in any genre. {who} is a character, {other} a second one, and {point} a point of the plan in
 * the author's words.
 */
export const openings = [
  'The day began before {who} was ready for it.',
  'Later, {who} would remember how quiet the morning had been.',
  'Nothing about the hour suggested that it would matter.',
  '{who} had put this off for as long as it could be put off.',
  'There was a moment, just before it started, when {who} could still have turned round.',
] as const;
export const beats = [
  '{who} came back to the same thought: {point}.',
  'What it came down to was simple enough to say aloud: {point}.',
  'And then there it was, plain as a hand on the table: {point}.',
  'Nobody in the room said it, so {who} did: {point}.',
  'The rest followed from one thing. {Point}.',
  'It was {other} who put it into words. “{Point},” {other} said, and waited.',
] as const;
export const actions = [
  '{who} crossed to the window, found nothing to look at there, and crossed back.',
  'A chair scraped. {who} did not look up.',
  '{who} wrote one line, struck it out, and wrote it again unchanged.',
  'They walked without speaking as far as the corner, where the wind met them.',
  '{who} held the cup with both hands until it was cold.',
  'The door stood open a hand’s breadth, and {who} could hear the house breathing behind it.',
  '{who} counted the steps, lost the count, and began again.',
  'Outside, somebody called a name that was not theirs.',
  '{other} folded the letter along its old creases, as if it might be needed whole.',
  '{who} started a sentence twice, and the third time let it be.',
] as const;
export const senses = [
  'The air smelled of rain on dust.',
  'Light lay across the floor in one long, patient stripe.',
  'Somewhere a clock was slow, and everyone had learned to add the minutes.',
  'The cold came up through the boards and stayed.',
  'Through the wall came the low sound of a radio, all vowels.',
  'The table was scarred where three generations had leaned on it.',
  'A moth worked at the lamp with the seriousness of a clerk.',
  'It had the stillness of a place that is listening.',
] as const;
export const dialogueLines = [
  '“You could have told me,” {other} said.\n\n“I am telling you now.”',
  '“How long have you known?”\n\n{who} thought about lying, and found there was no good lie to hand. “Long enough.”',
  '“Is that all?” {other} asked.\n\n“It’s all I’m sure of.”',
  '“Say it plainly,” {other} said. “Just once, plainly.”\n\nSo {who} did.',
  '“We can’t stay here.”\n\n“No,” said {who}. “But we can stay until morning.”',
  '“What would you do?” {who} asked.\n\n{other} took a long time over the answer. “Less,” {other} said. “And sooner.”',
] as const;
export const thoughts = [
  'It was not courage, {who} decided. It was only that every other way had been tried.',
  'There are decisions that announce themselves and decisions that have simply been made by the time one looks.',
  '{who} had expected to feel something larger.',
  'What frightened {who} was not that it might go wrong, but that it might go on.',
  'For the first time in weeks the next step was smaller than the fear of it.',
  'Some part of {who} had known, and had gone on setting the table.',
  'It would be easy to be angry. It would be easier, in a year, to have been kind.',
] as const;
export const closings = [
  'When {who} finally switched off the light, the question was still there, but it had changed sides.',
  'It was not an end. It was the kind of quiet from which things start.',
  '{who} went to the door, and this time went through it.',
  'By then it was settled, though it would be days before anyone said so.',
] as const;
/** The ten chapters of an outline: title, description and key points. */
export const arc = [
  [
    'The Ordinary World',
    'Shows the everyday life that is about to change, and the want behind it.',
    ['Who this is about', 'What is missing', 'A first small sign'],
  ],
  ['The Call', 'Something happens that cannot be undone.', ['The event', 'Why it concerns us', 'The first refusal']],
  ['Crossing Over', 'A decision opens the way into the unknown.', ['The decision', 'What is left behind', 'New rules']],
  [
    'Allies and Doubts',
    'Help comes from an unexpected side, and with it a doubt.',
    ['A new companion', 'A test', 'A secret kept'],
  ],
  [
    'The First Price',
    'An early success turns out to cost more than it brought.',
    ['A win', 'Its cost', 'A line crossed'],
  ],
  ['The Turning Point', 'What was believed until now proves wrong.', ['The discovery', 'Who knew', 'No way back']],
  ['Closing In', 'The opposition moves nearer and time grows short.', ['A plan', 'A betrayal', 'A deadline']],
  ['The Lowest Hour', 'Everything that was gained seems lost.', ['The loss', 'Alone', 'A small light']],
  [
    'The Reckoning',
    'The central conflict is faced without an escape.',
    ['The confrontation', 'The choice', 'What it takes'],
  ],
  ['What Remains', 'The dust settles and shows what has changed.', ['Aftermath', 'A debt paid', 'A look ahead']],
] as const;
