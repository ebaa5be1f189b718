import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { sortChapters } from '../last-chapter.ts';
import styles from './chapter-stepper.module.css';

interface Props {
  chapters: readonly ChapterItem[];
  current: ChapterItem;
  onOpen: (id: string) => void;
  onReload: () => void;
}

/** Previous and next chapter; the button of the current chapter reloads the page. */
export function ChapterStepper({ chapters, current, onOpen, onReload }: Props) {
  const rows = sortChapters(chapters);
  const at = rows.findIndex(({ id }) => id === current.id);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  return (
    <div className={styles['stepper']} role="group" aria-label="Chapter">
      <IconButton
        label="Previous chapter"
        hint={false}
        size={36}
        disabled={!before}
        onClick={() => before && onOpen(before.id)}
      >
        <Icon of={LeftOutlined} size={16} />
      </IconButton>
      {/* Browsers support `aria-description` (ARIA 1.3); the lint rule does not know it yet. */}
      {/* eslint-disable-next-line jsx-a11y-x/role-supports-aria-props */}
      <button
        data-hint="Reload this chapter"
        type="button"
        className={styles['current']}
        aria-description="Reloads this chapter"
        onClick={onReload}
      >
        {current.chapterNumber} of {rows.length}
      </button>
      <IconButton
        label="Next chapter"
        hint={false}
        size={36}
        disabled={!after}
        onClick={() => after && onOpen(after.id)}
      >
        <Icon of={RightOutlined} size={16} />
      </IconButton>
    </div>
  );
}
