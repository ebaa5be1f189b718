import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { checkLogo, sizeText } from './check-logo.ts';
import styles from './logo-uploader.module.css';
import { type LogoPage, refusalOf, uploadFailed, useUploadLogo } from './upload-logo.ts';

/** Chooses, shows and sends a new logo. After success nothing is chosen any more. */
export function LogoUploader({ page, title, children }: { page: LogoPage; title: string; children: ReactNode }) {
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(file);
  const upload = useUploadLogo(page);
  const noteId = useId();
  const choose = (chosen: File | null) => {
    upload.reset();
    const refusal = chosen !== null && page === 'checked' ? checkLogo(chosen) : null;
    if (refusal !== null) showToast({ ...refusal, tone: 'destructive' });
    setFile(refusal === null ? chosen : null);
    if ((refusal !== null || chosen === null) && input.current) input.current.value = '';
  };
  return (
    <section className={styles['card']} aria-labelledby={`${noteId}-title`}>
      <h1 id={`${noteId}-title`} className={styles['title']}>
        {title}
      </h1>
      {children}
      <label className={styles['field']}>
        <span className={styles['label']}>Logo file</span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className={styles['input']}
          aria-describedby={noteId}
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      <p id={noteId} className={styles['note']}>
        PNG, JPG or SVG, at most 5 MB.
      </p>
      {file !== null && preview !== null && (
        <figure className={styles['preview']}>
          <div>
            <img src={preview} alt="Preview of the new logo" />
          </div>
          {page === 'direct' && (
            <figcaption className={styles['facts']}>
              <span>{file.name}</span>
              <span>{sizeText(file.size)}</span>
              <span>{file.type || 'unknown type'}</span>
            </figcaption>
          )}
        </figure>
      )}
      {upload.isError && (
        <p className={styles['error']} role="alert">
          <strong>{uploadFailed}</strong> {refusalOf(upload.error)}
        </p>
      )}
      <div className={styles['actions']}>
        <PlainButton
          look="primary"
          disabled={file === null || upload.isPending}
          onClick={() => {
            if (file) upload.mutate(file, { onSuccess: () => choose(null) });
          }}
        >
          {upload.isPending ? 'Uploading...' : 'Upload Logo'}
        </PlainButton>
        <PlainButton disabled={file === null || upload.isPending} onClick={() => choose(null)}>
          Clear
        </PlainButton>
      </div>
    </section>
  );
}

/** An address under which the page can show the file, for as long as it is chosen. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
