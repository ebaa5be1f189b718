import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { statusText, typeTitle } from '../story-facts.ts';
import styles from './story-cards.module.css';

interface Props {
  stories: readonly StoryItem[];
  onExport: (story: StoryItem) => void;
  onRemove: (story: StoryItem) => void;
}

/** The stories, last edited first. */
export function StoryCards({ stories, onExport, onRemove }: Props) {
  return (
    <section className={styles['section']} aria-labelledby="stories-title">
      <h2 id="stories-title">Your Personal Stories</h2>
      <ul role="list" className={styles['list']}>
        {stories.map((story) => (
          <li key={story.id} data-row={story.id} className={styles['story']}>
            <div className={styles['about']}>
              <h3 className={styles['title']}>{story.title}</h3>
              <p className={styles['meta']}>
                <span className={styles['badge']} data-complete={story.isComplete}>
                  {statusText(story.isComplete)}
                </span>
                <span>{typeTitle(story)}</span>
                <span className="tabular">{wordsText(story.wordCount)}</span>
              </p>
            </div>
            <div className={styles['actions']}>
              {story.wordCount > 0 && (
                <PlainButton variant="quiet" aria-label={`Export Text: ${story.title}`} onClick={() => onExport(story)}>
                  Export Text
                </PlainButton>
              )}
              <ButtonLink to={`/story/${story.id}`} aria-label={`Edit & Enhance: ${story.title}`}>
                Edit &amp; Enhance
              </ButtonLink>
              <IconButton
                label={`Delete ${story.title}`}
                hint="Move to the trash"
                variant="danger"
                onClick={() => onRemove(story)}
              >
                <Icon of={DeleteOutlined} size={16} />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
