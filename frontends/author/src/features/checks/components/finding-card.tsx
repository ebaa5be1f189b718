import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import styles from './checks-panel.module.css';

export type FindingPlace = StoryFinding['places'][number];

interface Props {
  finding: StoryFinding;
  chapters: readonly ChapterItem[];
  onGo: (place: FindingPlace) => void;
  onSetStatus: (status: StoryFinding['status']) => void;
}

const severityNames = { error: 'Contradiction', warning: 'Please check', note: 'Note' } as const;

/** One finding: what is wrong, the words at each place, and what the author can do. */
export function FindingCard({ finding, chapters, onGo, onSetStatus }: Props) {
  const { severity, text, advice, places, status } = finding;
  const isOpen = status === 'open';
  return (
    <article className={styles['finding']} data-row={finding.id} data-severity={severity} aria-label={text}>
      <p className={styles['note']}>{severityNames[severity]}</p>
      <p className={styles['text']}>{text}</p>
      <ol role="list" className={styles['places']}>
        {places.map((place) => (
          <li key={`${place.chapterId}:${place.from}`}>
            <button type="button" className={styles['place']} onClick={() => onGo(place)}>
              <span className={styles['note']}>{chapterName(chapters, place.chapterId)}</span>
              <q className={styles['quote']}>{place.quote}</q>
            </button>
          </li>
        ))}
      </ol>
      {advice !== '' && <p className={styles['note']}>{advice}</p>}
      <PlainButton small variant="quiet" onClick={() => onSetStatus(isOpen ? 'ignored' : 'open')}>
        {isOpen ? 'Ignore' : 'Show again'}
      </PlainButton>
    </article>
  );
}

function chapterName(chapters: readonly ChapterItem[], id: string): string {
  const chapter = chapters.find((each) => each.id === id);
  if (!chapter) return 'A deleted chapter';
  const { chapterNumber, title } = chapter;
  return title === `Chapter ${chapterNumber}` ? title : `${chapterNumber}. ${title}`;
}
