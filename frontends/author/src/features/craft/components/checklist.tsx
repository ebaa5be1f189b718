import { chapterChecklist } from '@inkbear/contracts/craft/chapter-checklist';
import { useEffect, useState } from 'react';
import { checklistMemory } from '../checklist-memory.ts';
import styles from './craft-panel.module.css';

/** How long, in milliseconds, 'Chapter Mastered' is shown. */
const masteredMs = 3000;

/** Six questions about a finished chapter. Must be keyed by the chapter id. */
export function Checklist({ chapterId }: { chapterId: string }) {
  const [ticked, setTicked] = useState(() => checklistMemory.read(chapterId));
  const [isMastered, setMastered] = useState(false);
  useEffect(() => {
    if (!isMastered) return undefined;
    const timer = setTimeout(() => setMastered(false), masteredMs);
    return () => clearTimeout(timer);
  }, [isMastered]);
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
    setMastered(next.size === chapterChecklist.length);
    checklistMemory.save(chapterId, next);
  };
  return (
    <section className={styles['part']} aria-labelledby="checklist-title">
      <header className={styles['head']}>
        <h3 id="checklist-title">Checklist</h3>
        <span className={styles['count']}>
          {ticked.size} of {chapterChecklist.length}
        </span>
      </header>
      <ul role="list" className={styles['checks']}>
        {chapterChecklist.map(({ id, label, question }) => (
          <li key={id}>
            <label className={styles['check']}>
              <input type="checkbox" checked={ticked.has(id)} onChange={() => toggle(id)} />
              <span>
                <strong>{label}</strong> <span className={styles['question']}>{question}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className={styles['mastered']}>
        {isMastered && <span>Chapter Mastered</span>}
      </p>
    </section>
  );
}
