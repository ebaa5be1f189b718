import { importLimits } from '@inkbear/contracts/export/import';
import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { RenderedMarkup } from '../../../ui/rendered-markup.tsx';
import { importTextQuery } from '../imports.api.ts';
import { type PlannedChapter, type PlanSplit, titleFrom } from '../plan-edits.ts';
import styles from './imports.module.css';

interface Props {
  importId: string;
  chapter: PlannedChapter;
  onSplit: (split: PlanSplit) => void;
}

/** The text of a chapter of the plan. While it is being split, a new chapter can begin at each paragraph. */
export function PlanText({ importId, chapter, onSplit }: Props) {
  const { data, isError, refetch } = useQuery(importTextQuery(importId, chapter));
  const [isSplitting, setSplitting] = useState(false);
  const failure = isError ? 'The text could not be loaded.' : null;
  if (data === undefined)
    return <PanelStatus text="Loading the text" failure={failure} onRetry={() => void refetch()} />;
  const { text } = data;
  return (
    <>
      <div className={styles['actions']}>
        <PlainButton small aria-pressed={isSplitting} onClick={() => setSplitting(!isSplitting)}>
          {isSplitting ? 'Stop splitting' : 'Split this chapter'}
        </PlainButton>
      </div>
      <div className={styles['prose']}>
        {isSplitting ? (
          <SplitText
            text={text}
            onSplit={(at) => {
              setSplitting(false);
              const { title, end } = titleFrom(text.slice(at));
              onSplit({ at: chapter.from + at, title, textAt: chapter.from + at + end });
            }}
          />
        ) : (
          <RenderedMarkup text={text} />
        )}
      </div>
      {chapter.to - chapter.from > importLimits.textPage && (
        <p className={styles['note']}>
          Only the first {formatNumber(importLimits.textPage)} characters are shown. All of it is imported.
        </p>
      )}
    </>
  );
}

/** The paragraphs of a text, with a button before each but the first. */
function SplitText({ text, onSplit }: { text: string; onSplit: (at: number) => void }) {
  return parseBlocks(text).map(({ range: { from, to } }, index) => (
    <div key={from}>
      {index > 0 && (
        <PlainButton small variant="quiet" onClick={() => onSplit(from)}>
          Begin a chapter here
        </PlainButton>
      )}
      <RenderedMarkup text={text.slice(from, to)} />
    </div>
  ));
}
