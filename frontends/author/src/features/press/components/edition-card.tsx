import {
  type Edition,
  type EditionFile,
  editionLimits,
  type FileProgress,
  isFinished,
} from '@inkbear/contracts/export/edition';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useElapsedSeconds } from '../../../kit/use-elapsed-seconds.ts';
import { useChangeEdition } from '../editions.api.ts';
import { describeAge, describeChanges, describeFile, describeReport, profileNames, timeOfDay } from '../reports.ts';
import { DeleteEdition } from './delete-edition.tsx';
import styles from './files-panel.module.css';

interface Props {
  edition: Edition;
  present: Parameters<typeof describeChanges>[1];
  mayExport: boolean;
  isOnline: boolean;
  /** True while the list of earlier editions is collapsed. */
  isHidden: boolean;
  /** Called before the deletion is sent. */
  onDelete: () => void;
}

/** One frozen state of the book with its files. */
export function EditionCard({ edition, present, mayExport, isOnline, isHidden, onDelete }: Props) {
  const change = useChangeEdition(edition);
  const now = Date.now();
  const made = timeOfDay(edition.createdAt, now);
  const changes = describeChanges(edition, present);
  const label = edition.name === '' ? `Edition of ${made}` : edition.name;
  return (
    <article className={styles['edition']} aria-label={label} data-row={edition.id} hidden={isHidden}>
      <p className={styles['made']}>
        {edition.name !== '' && <strong>{edition.name}. </strong>}
        {changes === null
          ? `Made at ${made}.`
          : `Made at ${made}; ${changes.charAt(0).toLowerCase()}${changes.slice(1)}`}
        {edition.pinned ? ' Pinned: kept until you delete it.' : ` Kept for ${editionLimits.days} days.`}
      </p>
      <ul className={styles['files']} role="list" aria-label={`Files of ${label}`}>
        {edition.files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            now={now}
            mayMake={mayExport || file.profile === 'markdown'}
            isDownloading={change.download.isPending && change.download.variables?.id === file.id}
            onCancel={() => change.remove.mutate(file.id)}
            onDownload={() => change.download.mutate({ id: file.id, name: file.name })}
            onMakeAgain={() => change.add.mutate(file.profile)}
          />
        ))}
      </ul>
      <NameForm key={edition.name} edition={edition} onSave={change.update.mutate} />
      <DeleteEdition {...{ edition, label, isOnline, onDelete }} />
    </article>
  );
}

interface FileProps {
  file: EditionFile;
  now: number;
  mayMake: boolean;
  isDownloading: boolean;
  onCancel: () => void;
  onDownload: () => void;
  onMakeAgain: () => void;
}

function FileItem({ file, now, mayMake, isDownloading, onCancel, onDownload, onMakeAgain }: FileProps) {
  const { profile, state, preflight, pages, bytes, createdAt } = file;
  const name = profileNames[profile];
  const isRunning = !isFinished(state);
  const size = [pages !== null && `${pages} pages`, bytes !== null && formatBytes(bytes)].filter(Boolean).join(', ');
  return (
    <li className={styles['file']} data-state={state}>
      <p>
        <strong>{name}</strong>
        {size !== '' && <span className={styles['note']}> {size}</span>}
      </p>
      <p className={styles['note']}>
        <Announced text={`${name}: ${describeFile(file)}`} />
        <span aria-hidden>{describeFile(file)}</span>
        {isRunning && <Elapsed since={Date.parse(createdAt)} />}
      </p>
      {isRunning && file.progress && <Progress fileName={name} progress={file.progress} />}
      {state === 'ready' && preflight && (
        <p className={styles['note']}>
          {describeReport(preflight)} {describeAge(preflight, now)}
        </p>
      )}
      <div className={styles['actions']}>
        {isRunning && (
          <PlainButton small onClick={onCancel} aria-label={`Cancel: ${name}`}>
            Cancel
          </PlainButton>
        )}
        {state === 'ready' && (
          <PlainButton small disabled={isDownloading} onClick={onDownload} aria-label={`Download: ${name}`}>
            Download
          </PlainButton>
        )}
        {(state === 'failed' || state === 'cancelled') && mayMake && (
          <PlainButton small onClick={onMakeAgain} aria-label={`Make again: ${name}`}>
            Make again
          </PlainButton>
        )}
      </div>
    </li>
  );
}

/** An indeterminate bar while the total is unknown. */
const Progress = ({ fileName, progress: { done, of: total } }: { fileName: string; progress: FileProgress }) => (
  <progress aria-label={`Progress of ${fileName}`} {...(total > 1 && { value: done, max: total })} />
);

const Elapsed = ({ since }: { since: number }) => <span className="tabular"> · {useElapsedSeconds(since)} s</span>;

/** A live region must be in the DOM before its text changes, or screen readers do not announce the first text. */
function Announced({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  );
}

function NameForm({
  edition: { name, pinned },
  onSave,
}: {
  edition: Edition;
  onSave: (body: Pick<Edition, 'name' | 'pinned'>) => void;
}) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: typed.trim(), pinned });
  };
  return (
    <form className={styles['name']} onSubmit={submit} aria-label="Name and pin">
      <TextField
        label="Name of this edition"
        isOptional
        maxLength={editionLimits.name}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={styles['actions']}>
        <PlainButton small type="submit" disabled={typed.trim() === name}>
          Save name
        </PlainButton>
        <PlainButton small aria-pressed={pinned} onClick={() => onSave({ name, pinned: !pinned })}>
          {pinned ? 'Unpin' : 'Pin'}
        </PlainButton>
      </div>
    </form>
  );
}
