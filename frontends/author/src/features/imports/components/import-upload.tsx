import { importLimits } from '@inkbear/contracts/export/import';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { RunningWork } from '../../../ui/running-work.tsx';
import { acceptedFiles } from '../import-texts.ts';
import { useUploadImport } from '../imports.api.ts';
import styles from './imports.module.css';

interface Props {
  /** The book to which the chapters are appended; null for a new one. */
  bookId: string | null;
  onUploaded: (id: string) => void;
}

/** Takes a file by the file dialog or by drag and drop, and uploads it. */
export function ImportUpload({ bookId, onUploaded }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { upload, uploading, refusal, cancel } = useUpload({ bookId, onUploaded });
  const [isOver, setOver] = useState(false);
  if (uploading)
    return (
      <RunningWork
        text={`Uploading ${uploading.name} (${formatBytes(uploading.bytes)})`}
        since={uploading.since}
        onCancel={cancel}
      />
    );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    upload(event.dataTransfer.files);
  };
  return (
    <div className={styles['upload']}>
      {/* Drag and drop is an addition: the button opens the same file dialog. */}
      <div
        className={styles['drop']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept={acceptedFiles}
          tabIndex={-1}
          aria-label="Manuscript"
          onChange={({ target }) => {
            upload(target.files);
            target.value = '';
          }}
        />
        <PlainButton variant="primary" large onClick={() => input.current?.click()}>
          Choose a file
        </PlainButton>
        <p className={styles['note']}>or drop it here. At most {formatBytes(importLimits.fileBytes)}.</p>
        {refusal !== null && <p role="alert">{refusal}</p>}
      </div>
      <p className={styles['note']}>
        Word (DOCX), EPUB, RTF, Markdown, HTML and plain text; a Scrivener 3 project or several files as a zip; or the
        zip of “Download them all” from your account. You check the plan first; the book is made when you say so.
      </p>
    </div>
  );
}

function useUpload({ bookId, onUploaded }: Props) {
  const { mutate, isPending, variables } = useUploadImport();
  const control = useRef<AbortController | null>(null);
  const [since, setSince] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const upload = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file) return;
    const refused = refusalOf(files?.length ?? 0, file);
    setRefusal(refused);
    if (refused !== null) return;
    control.current = new AbortController();
    setSince(Date.now());
    mutate({ file, bookId, signal: control.current.signal }, { onSuccess: ({ id }) => onUploaded(id) });
  };
  const file = isPending ? variables.file : null;
  return {
    upload,
    uploading: file && { name: file.name, bytes: file.size, since },
    refusal,
    cancel: () => control.current?.abort(),
  };
}

/** What can be refused before the upload; the server checks it again. */
function refusalOf(count: number, { size }: File): string | null {
  if (count > 1) return 'Please choose one file. Several files can come as one zip.';
  if (size > importLimits.fileBytes) return `This file is larger than ${formatBytes(importLimits.fileBytes)}.`;
  return size === 0 ? 'This file is empty.' : null;
}
