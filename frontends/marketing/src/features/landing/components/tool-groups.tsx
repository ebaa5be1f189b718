import { Link } from 'react-router-dom';
import styles from './tool-groups.module.css';

interface Tool {
  name: string;
  text: string;
  to?: string;
}
const groups: { title: string; note: string; tools: Tool[] }[] = [
  {
    title: 'Before you write',
    note: 'Free, for everyone',
    tools: [
      {
        name: 'Title generator',
        text: 'Say what your book is about, and choose from titles with a reason for each.',
        to: '/tools?tool=title-generator',
      },
      {
        name: 'Genre quiz',
        text: 'Four steps from what you love to the shelf it belongs on.',
        to: '/tools?tool=genre-quiz',
      },
      {
        name: 'Plot starter',
        text: 'A character, a place and a problem, rolled like dice.',
        to: '/tools?tool=plot-dice',
      },
      {
        name: 'Outline generator',
        text: 'Chapters with key points, from 10,000 to 200,000 words.',
        to: '/tools?tool=outline-generator',
      },
    ],
  },
  {
    title: 'While you write',
    note: 'With Pro',
    tools: [
      { name: 'Chapter drafts', text: 'A first version from your outline, to argue with.' },
      { name: 'Rewrite, expand, tone', text: 'For a selection or the whole chapter, always beside the original.' },
      { name: 'Extend and polish', text: 'Continue from where you left off, or smooth what is there.' },
      { name: 'Writing coach', text: 'Ask about your chapter: what works, what does not, what to try.' },
    ],
  },
  {
    title: 'Always there',
    note: 'In every editor',
    tools: [
      { name: 'Spelling and style', text: 'British or American, while you type.' },
      { name: 'Names', text: 'People, pen names, places and animals for six kinds of world.' },
      { name: 'Read aloud', text: 'Hear where a sentence stumbles.' },
      { name: 'History', text: 'Every text you accepted or replaced can be restored.' },
    ],
  },
];

export function ToolGroups() {
  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title" className={styles['title']}>
        Help for every stage, silent until asked
      </h2>
      <div className={styles['groups']}>
        {groups.map(({ title, note, tools }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p className={styles['note']}>{note}</p>
            <ul role="list" className={styles['tools']}>
              {tools.map((tool) => (
                <li key={tool.name}>
                  {tool.to === undefined ? (
                    <span className={styles['name']}>{tool.name}</span>
                  ) : (
                    <Link className={styles['name']} to={tool.to}>
                      {tool.name}
                    </Link>
                  )}
                  <p className={styles['text']}>{tool.text}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
