import { chapterTemplates, type ChapterTemplate, templateGenres } from '@inkbear/contracts/craft/chapter-templates';
import { promptGenres, writingPrompts } from '@inkbear/contracts/craft/writing-prompts';
import { tipGenres, writingTips } from '@inkbear/contracts/craft/writing-tips';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Checklist } from './checklist.tsx';
import styles from './craft-panel.module.css';
import { GenrePart } from './genre-part.tsx';

interface Props {
  chapterId: string;
  /** The book's genre. */
  genre: string;
  canEdit: boolean;
  isBusy: boolean;
  /** Adds beats to the chapter's plan, each as `title: description`. */
  onBeats: (beats: string[]) => void;
}

const lines = ({ beats }: ChapterTemplate) => beats.map(({ title, happens }) => `${title}: ${happens}`);

/** Templates, prompts, tips and a checklist for the chapter. Nothing here changes the text. */
export function CraftPanel({ chapterId, genre, canEdit, isBusy, onBeats }: Props) {
  return (
    <div className={styles['panel']}>
      <Checklist key={chapterId} chapterId={chapterId} />
      <GenrePart title="Chapter templates" genres={templateGenres} genre={genre}>
        {(chosen) => (
          <>
            <p className={styles['name']}>{chapterTemplates[chosen].title}</p>
            <ol className={styles['beats']}>
              {chapterTemplates[chosen].beats.map(({ title, happens }) => (
                <li key={title}>
                  <strong>{title}</strong>
                  <span>{happens}</span>
                </li>
              ))}
            </ol>
            <PlainButton wide disabled={!canEdit || isBusy} onClick={() => onBeats(lines(chapterTemplates[chosen]))}>
              {isBusy ? 'Adding…' : 'Add to this chapter’s plan'}
            </PlainButton>
          </>
        )}
      </GenrePart>
      <GenrePart title="Writing prompts" genres={promptGenres} genre={genre}>
        {(chosen) => (
          <ul role="list" className={styles['prompts']}>
            {writingPrompts[chosen].map((prompt) => (
              <li key={prompt}>{prompt}</li>
            ))}
          </ul>
        )}
      </GenrePart>
      <GenrePart title="Writing tips" genres={tipGenres} genre={genre}>
        {(chosen) => (
          <dl className={styles['tips']}>
            {writingTips[chosen].map(({ category, tip }) => (
              <div key={category}>
                <dt>{category}</dt>
                <dd>{tip}</dd>
              </div>
            ))}
          </dl>
        )}
      </GenrePart>
    </div>
  );
}
