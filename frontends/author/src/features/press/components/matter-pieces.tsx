import {
  backMatterKinds,
  frontMatterKinds,
  type MatterKind,
  matterLimits,
  matterTitles,
} from '@inkbear/contracts/books/matter';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { Link } from 'react-router-dom';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import type { MatterForm } from '../hooks/use-matter-form.ts';
import { describePieces, listPieces, type PieceText, readPieces, writePieces } from '../matter-form-values.ts';
import styles from './settings-panel.module.css';

interface Props {
  form: MatterForm;
  canEdit: boolean;
  bookId: string;
}

/** Kinds whose pages have no title. */
const untitled: readonly MatterKind[] = ['copyright', 'epigraph'];

/** The pages before and after the text. Dedication and introduction are fields of the book. */
export function MatterPieces({ form, canEdit, bookId }: Props) {
  return (
    <>
      <p className={styles['note']}>
        Dedication and introduction are in the <Link to={`/book/${bookId}?tab=settings`}>book settings</Link>.
        {!canEdit && ' This book is read-only on your plan, so these pages cannot be changed.'}
        {!form.isValid &&
          ` At most ${matterLimits.pieces} pages, each with up to ${formatNumber(matterLimits.text)} characters, can be saved.`}
      </p>
      {(
        [
          ['Before the text', frontMatterKinds],
          ['After the text', backMatterKinds],
        ] as const
      ).map(([title, kinds]) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h3 className={styles['groupTitle']}>{title}</h3>
          {kinds.map((kind) => (
            <KindPieces key={kind} kind={kind} form={form} canEdit={canEdit} />
          ))}
        </section>
      ))}
    </>
  );
}

function KindPieces({ kind, form, canEdit }: Pick<Props, 'form' | 'canEdit'> & { kind: MatterKind }) {
  const pieces = readPieces(form.texts[kind]);
  const name = matterTitles[kind];
  const hasRoom = listPieces(form.texts).length < matterLimits.pieces;
  const edit = (next: readonly PieceText[]) => form.edit({ [kind]: writePieces(next) });
  const change = (at: number, part: Partial<PieceText>) =>
    edit(pieces.map((piece, index) => (index === at ? { ...piece, ...part } : piece)));
  return (
    <div className={styles['group']}>
      {pieces.map((piece, index) => {
        const label = pieces.length === 1 ? name : `${name} ${index + 1}`;
        return (
          <div key={index} className={styles['group']}>
            {!untitled.includes(kind) && (
              <TextField
                label={`Title: ${label}`}
                isOptional
                value={piece.title}
                placeholder={name}
                maxLength={matterLimits.title}
                disabled={!canEdit}
                onChange={({ target }) => change(index, { title: target.value })}
              />
            )}
            <TextArea
              label={label}
              rows={5}
              value={piece.text}
              maxLength={matterLimits.text}
              disabled={!canEdit}
              onChange={({ target }) => change(index, { text: target.value })}
            />
          </div>
        );
      })}
      <FormConflict form={form} name={kind} label={name} describe={describePieces} />
      {canEdit && hasRoom && (
        <div>
          <PlainButton small onClick={() => edit([...pieces, { title: '', text: '' }])}>
            {pieces.length === 0 ? `Add: ${name}` : `Add another: ${name}`}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
