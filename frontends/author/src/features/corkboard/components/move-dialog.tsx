import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { useState } from 'react';
import { Modal } from '../../../ui/overlays/overlays.tsx';
import { type BoardScene, endOf, useOpenBoard } from '../hooks/use-board.ts';
import styles from './corkboard.module.css';

const places = [
  { value: 'last', label: 'At the end' },
  { value: 'first', label: 'At the beginning' },
] as const;

/** Asks to which chapter a scene moves. */
export function MoveDialog({ scene }: { scene: BoardScene }) {
  const { chapters, moveScene, setChoosing, setFocus } = useOpenBoard();
  const others = chapters.filter(({ id }) => id !== scene.chapterId);
  const at = chapters.findIndex(({ id }) => id === scene.chapterId);
  const [chapterId, setChapterId] = useState((chapters[at + 1] ?? chapters[at - 1])?.id ?? '');
  const [place, setPlace] = useState<string>('last');
  const move = () => {
    setChoosing(null);
    moveScene(scene, place === 'last' ? endOf(chapterId) : { chapterId, index: 0 }, 'more');
  };
  const close = () => {
    setChoosing(null);
    const { index, rev } = scene;
    setFocus({ control: 'more', chapterId: scene.chapterId, scene: { index, rev } });
  };
  return (
    <Modal title={`Move scene ${scene.index + 1} of “${chapters[at]?.title ?? ''}”`} width={460} onClose={close}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <ChoiceField
          label="To the chapter"
          options={others.map(({ id, chapterNumber, title }) => ({ value: id, label: `${chapterNumber}. ${title}` }))}
          value={chapterId}
          onChange={({ target }) => setChapterId(target.value)}
        />
        <ChoiceField label="Place" options={places} value={place} onChange={({ target }) => setPlace(target.value)} />
        <div className={styles['actions']}>
          <PlainButton type="submit" variant="primary">
            Move the scene
          </PlainButton>
          <PlainButton variant="quiet" onClick={close}>
            Cancel
          </PlainButton>
        </div>
      </form>
    </Modal>
  );
}
