export interface Tool {
  name: string;
  text: string;
  plan: 'Every plan' | 'Pro';
  /** The page on which the tool is used. */
  to: '/dashboard' | '/personal-stories' | `/tools?tool=${string}`;
}

/** All tools of the plan table. */
export const tools: Tool[] = [
  {
    name: 'Chapter drafts',
    text: 'A first draft of a chapter from your outline, offered beside your text. Nothing changes until you accept.',
    plan: 'Pro',
    to: '/dashboard',
  },
  {
    name: 'Outline analysis',
    text: 'How many chapters are described, who appears, and where your outline has gaps. No AI needed.',
    plan: 'Every plan',
    to: '/dashboard',
  },
  {
    name: 'Outline as PDF',
    text: 'Your outline on paper, for the wall or for a reader.',
    plan: 'Every plan',
    to: '/dashboard',
  },
  {
    name: 'Title generator',
    text: 'Titles for your subject, each with a reason.',
    plan: 'Every plan',
    to: '/tools?tool=title-generator',
  },
  {
    name: 'Genre quiz',
    text: 'Four steps from what you love to the shelf it belongs on.',
    plan: 'Every plan',
    to: '/tools?tool=genre-quiz',
  },
  {
    name: 'Plot starter',
    text: 'A character, a place and a problem, rolled like dice.',
    plan: 'Every plan',
    to: '/tools?tool=plot-dice',
  },
  {
    name: 'Outline generator',
    text: 'Chapters with key points, from 10,000 to 200,000 words.',
    plan: 'Every plan',
    to: '/tools?tool=outline-generator',
  },
  {
    name: 'Rewrite, expand, tone',
    text: 'Rewords a selection or a chapter, with the original and the new text side by side.',
    plan: 'Pro',
    to: '/dashboard',
  },
  {
    name: 'Extend and polish',
    text: 'Continue from where you left off, or smooth what is there.',
    plan: 'Pro',
    to: '/dashboard',
  },
  {
    name: 'Writing coach',
    text: 'Ask about your chapter: what works, what does not, what to try.',
    plan: 'Pro',
    to: '/dashboard',
  },
  {
    name: 'Personal Stories',
    text: 'A handful of answers becomes the first draft of something true.',
    plan: 'Pro',
    to: '/personal-stories',
  },
  {
    name: 'Writers’ tips',
    text: 'More than 250 of them in six categories, to search or to stumble upon.',
    plan: 'Every plan',
    to: '/tools?tool=writers-tips',
  },
  {
    name: 'Spelling, names, read aloud',
    text: 'The small things an editor should have within reach.',
    plan: 'Every plan',
    to: '/dashboard',
  },
];
