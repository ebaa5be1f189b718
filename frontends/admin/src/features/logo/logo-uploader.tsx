import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { checkLogo } from './check-logo.ts';
import styles from './logo-uploader.module.css';
import { type LogoPage, refusalOf, uploadFailed, useUploadLogo } from './logo.api.ts';

/** Selects, previews and uploads a logo. */
export function LogoUploader({ page, title, text }: { page: LogoPage; title: string; text: string }) {
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo(page);
  const noteId = useId();
  const select = (selected: File | null) => {
    upload.reset();
    const refusal = selected !== null && page === 'checked' ? checkLogo(selected) : null;
    if (refusal !== null) showToast({ ...refusal, tone: 'destructive' });
    setFile(refusal === null ? selected : null);
    if ((refusal !== null || selected === null) && input.current) input.current.value = '';
  };
  return (
    <section className={styles['card']} aria-labelledby={`${noteId}-title`}>
      <h1 id={`${noteId}-title`} className={styles['title']}>
        {title}
      </h1>
      <p className={styles['text']}>{text}</p>
      <label className={styles['field']}>
        <span className={styles['label']}>Logo file</span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className={styles['input']}
          aria-describedby={noteId}
          onChange={(event) => select(event.target.files?.[0] ?? null)}
        />
      </label>
      <p id={noteId} className={styles['note']}>
        PNG, JPG or SVG, at most 5 MB.
      </p>
      {file !== null && <Preview file={file} hasDetails={page === 'direct'} />}
      {upload.isError && (
        <p className={styles['error']} role="alert">
          <strong>{uploadFailed}</strong> {refusalOf(upload.error)}
        </p>
      )}
      <div className={styles['actions']}>
        <PlainButton
          variant="primary"
          disabled={file === null || upload.isPending}
          onClick={() => {
            if (file) upload.mutate(file, { onSuccess: () => select(null) });
          }}
        >
          {upload.isPending ? 'Uploading...' : 'Upload Logo'}
        </PlainButton>
        <PlainButton disabled={file === null || upload.isPending} onClick={() => select(null)}>
          Clear
        </PlainButton>
      </div>
    </section>
  );
}

function Preview({ file, hasDetails }: { file: File; hasDetails: boolean }) {
  const url = useObjectUrl(file);
  return (
    url !== null && (
      <figure className={styles['preview']}>
        <div>
          <img src={url} alt="Preview of the new logo" />
        </div>
        {hasDetails && (
          <figcaption className={styles['facts']}>
            <span>{file.name}</span>
            <span>{formatBytes(file.size)}</span>
            <span>{file.type || 'unknown type'}</span>
          </figcaption>
        )}
      </figure>
    )
  );
}

/** An object URL of the file, revoked when another file is selected. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [file]);
  return url;
}
