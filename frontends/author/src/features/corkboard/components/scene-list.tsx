import { scenesMax } from '@inkbear/contracts/books/scene';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { useSynopsisEdits } from '../hooks/use-synopsis-edits.tsx';
import { scenesQuery } from '../scenes.api.ts';
import { placeEdits, sceneKeys } from '../synopsis-edits.ts';
import styles from './corkboard.module.css';
import { SceneCard } from './scene-card.tsx';
import { UnplacedSynopses } from './unplaced-synopses.tsx';

/** The scenes of a chapter as cards, each with the synopsis that its author is writing. */
export function SceneList({ chapter }: { chapter: ChapterItem }) {
  const { data, isError, refetch } = useQuery(scenesQuery(chapter.id));
  const edits = useSynopsisEdits();
  const isOlder = data !== undefined && data.rev < chapter.rev;
  useEffect(() => {
    if (isOlder) void refetch();
  }, [isOlder, chapter.rev, refetch]);
  if (data === undefined)
    return (
      <PanelStatus
        text={`Loading the scenes of ${chapter.title}`}
        failure={isError ? 'The scenes could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  const { rev, scenes } = data;
  const keys = sceneKeys(scenes);
  const { placed, unplaced } = placeEdits(
    scenes,
    edits.filter(({ chapterId }) => chapterId === chapter.id),
  );
  return (
    <>
      <UnplacedSynopses edits={unplaced} />
      {scenes.length === 0 && <p className={styles['note']}>This chapter has no text yet.</p>}
      <ol role="list" className={styles['scenes']} aria-label={`Scenes of ${chapter.title}`}>
        {scenes.map((scene, index) => (
          <SceneCard
            key={keys[index]}
            chapter={chapter}
            scene={scene}
            rev={rev}
            isLast={index === scenes.length - 1}
            edit={placed.get(index) ?? null}
          />
        ))}
      </ol>
      {scenes.length === scenesMax && (
        <p className={styles['note']}>These are the first {formatNumber(scenesMax)} scenes of the chapter.</p>
      )}
    </>
  );
}
