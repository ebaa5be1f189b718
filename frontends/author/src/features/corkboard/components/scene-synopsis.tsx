import { type SceneReply, synopsisMax } from '@inkbear/contracts/books/scene';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { FieldConflict } from '@inkbear/ui-kit/field-conflict.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useSynopsisActions } from '../hooks/use-synopsis-edits.tsx';
import { isEdited, type SynopsisEdit } from '../synopsis-edits.ts';
import styles from './corkboard.module.css';

interface Props {
  chapter: ChapterItem;
  scene: SceneReply;
  canEdit: boolean;
  edit: SynopsisEdit | null;
}

/** What a scene is about: as a text, or as a field while its author is writing it. */
export function SceneSynopsis({ chapter, scene, canEdit, edit }: Props) {
  const { begin } = useSynopsisActions();
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const isEditing = edit !== null;
  useEffect(() => {
    // The focus was in the field, which is gone.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const name = `scene ${scene.index + 1} of ${chapter.title}`;
  if (edit) return <SynopsisForm name={name} scene={scene} edit={edit} />;
  const { synopsis } = scene;
  return (
    <>
      {synopsis !== '' && <p className={styles['synopsis']}>{synopsis}</p>}
      {canEdit && (
        <div>
          <PlainButton
            ref={button}
            data-control="synopsis"
            small
            variant="quiet"
            aria-label={`${synopsis === '' ? 'Add a synopsis' : 'Edit the synopsis'}: ${name}`}
            onClick={() => begin(chapter.id, scene)}
          >
            {synopsis === '' ? 'Add a synopsis' : 'Edit the synopsis'}
          </PlainButton>
        </div>
      )}
    </>
  );
}

interface FormProps {
  name: string;
  scene: SceneReply;
  edit: SynopsisEdit;
}

function SynopsisForm({ name, scene, edit }: FormProps) {
  const { type, save, saveTo, discard } = useSynopsisActions();
  const { id, typed, isSaving, failure, hasConflict } = edit;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(id);
    else if (event.key === 'Escape' && !isEdited(edit)) discard(id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['form']}>
      <TextArea
        label={`Synopsis of ${name}`}
        rows={4}
        maxLength={synopsisMax}
        // A field that was just opened, not one that comes back with an unsaved text.
        autoFocus={!isEdited(edit)}
        value={typed}
        onChange={({ target }) => type(id, target.value)}
        onKeyDown={onKeyDown}
      />
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          {failure}
        </p>
      )}
      {hasConflict ? (
        <FieldConflict
          label={`Synopsis of ${name}`}
          text={scene.synopsis}
          onKeep={() => void saveTo(id, scene)}
          onUseSaved={() => discard(id)}
        />
      ) : (
        <div className={styles['actions']}>
          <PlainButton small variant="primary" aria-disabled={isSaving} onClick={() => void save(id)}>
            {isSaving ? 'Saving…' : 'Save'}
          </PlainButton>
          <PlainButton small variant="quiet" aria-label={`Cancel: synopsis of ${name}`} onClick={() => discard(id)}>
            Cancel
          </PlainButton>
        </div>
      )}
    </div>
  );
}
