import type { EnhancementType, StoryTone } from '@inkbear/contracts/stories/story-writing';

/**
 * Sentences for a story about real people. {who} is the person or family; linking sentences contain no name. The
 * sentences claim nothing that the author did not write.
 */
export const storyOpenings = [
  'Some stories are told so often in a family that nobody writes them down. This one, about {who}, is worth the paper.',
  'Ask anyone who knows {who}, and sooner or later the talk will come to this.',
  'There are people whose lives explain a word better than any dictionary does. {who} is one of them.',
] as const;
export const storyLinks = [
  'It is worth stopping here for a moment, because so much of what came later rests on it.',
  'From the outside it may have looked like a small thing. It was not.',
  'Whoever was there remembers it in a way of their own, and all of them are right.',
  'Nobody could have said then where it would lead, and perhaps that was as well.',
  'What one keeps from such a time is seldom the whole of it. It is a sentence, a gesture, a look across a room.',
  'Looking back, the line seems straight. Lived forwards, it was made of ordinary days, one after the other.',
  'That is how it goes with the things that matter: they ask for patience first and explain themselves later.',
  'It would be easy to hurry past this part. The story is better for staying with it.',
  'There is a kind of courage that makes no noise, and this was some of it.',
  'And so one thing led to the next, as it does when somebody does not give up on it.',
] as const;
export const storyClosings = [
  'That is the story as it stands today. The rest of it is still being lived, and {who} will know how to go on.',
  'A story like this does not end on a page. It goes on wherever somebody who has read it thinks of {who} and smiles.',
  'So here it is in writing, for {who}, and for everyone who will want to know one day how it was.',
] as const;

export const toneSentences: Readonly<Record<StoryTone, readonly string[]>> = {
  heartwarming: [
    'It is the kind of moment that warms a room long after it has passed.',
    'There was love in it, plainly, the sort that shows in what is done.',
    'Anyone who knows {who} will hear the kindness in it.',
    'Some things are small enough for a pocket and stay there for life.',
  ],
  inspirational: [
    'It shows what becomes possible when somebody simply goes on.',
    'Every step of it had to be taken, and every step was.',
    'Whoever stands at a beginning today may take heart from it.',
    'Nothing about it was luck alone.',
  ],
  reflective: [
    'Time has made it quieter, and clearer.',
    'One sees only afterwards what such a day was for.',
    'There is something in it that asks to be thought about again.',
    'Perhaps that is what remembering is: to look once more, and more slowly.',
  ],
  celebratory: [
    'If ever there was a reason to raise a glass, this was one.',
    'Let it be said out loud, and with joy: well done.',
    'It deserves music, and a full table.',
    'Some days are made to be celebrated, and this is one of them.',
  ],
};
export const enhancementSentences: Readonly<Record<Exclude<EnhancementType, 'clarity'>, readonly string[]>> = {
  emotion: [
    'It went deeper than words could say at the time.',
    'The feeling of it has stayed, even where the details have faded.',
    'Joy and worry stood close together then, as they often do.',
  ],
  description: [
    'One can still see it: the light of that hour, the faces, the hands that did not know where to rest.',
    'Even the silence of it had a sound.',
    'It had the colour and the smell of its own time, and of no other.',
  ],
  dialogue: [
    '“Tell it once more,” somebody says, whenever it comes to this part, and it is told once more.',
    '“Do you remember?” it begins every time, and everybody does.',
    '“I would do it again,” is what is always said at this point.',
  ],
};
