import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { SaveNote } from '../../../ui/save-note.tsx';
import { ViewSwitch } from '../../../ui/view-switch.tsx';
import type { DesignField } from '../design-form-values.ts';
import type { DesignForm } from '../hooks/use-design-form.ts';
import type { MatterForm } from '../hooks/use-matter-form.ts';
import { ChapterRows } from './chapter-rows.tsx';
import { DesignFieldInput } from './design-field.tsx';
import { MatterPieces } from './matter-pieces.tsx';
import styles from './settings-panel.module.css';

const settingsGroups = [
  ['page', 'Page'],
  ['type', 'Type'],
  ['chapters', 'Chapters'],
  ['matter', 'Front and back'],
] as const;
export type SettingsGroup = (typeof settingsGroups)[number][0];

interface Props {
  design: DesignForm;
  matter: MatterForm;
  chapters: readonly ChapterItem[];
  canEdit: boolean;
  bookId: string;
  group: SettingsGroup;
  onGroup: (group: SettingsGroup) => void;
}

/** The design of a book and its front and back matter, in four groups. Everything is saved as it is changed. */
export function SettingsPanel({ design, matter, chapters, canEdit, bookId, group, onGroup }: Props) {
  const titleOf = (id: string) => chapters.find((chapter) => chapter.id === id)?.title ?? 'a deleted chapter';
  const field = (name: DesignField, hint?: string) => (
    <DesignFieldInput form={design} field={name} titleOf={titleOf} {...(hint === undefined ? {} : { hint })} />
  );
  return (
    <section className={styles['panel']} aria-label="Settings">
      <div className={styles['groups']}>
        <ViewSwitch label="Groups of settings" views={settingsGroups} current={group} onChoose={onGroup} />
      </div>
      <SaveNote state={design.state} failure={design.failure} onRetry={design.save} />
      {matter.state !== 'saved' && <SaveNote state={matter.state} failure={matter.failure} onRetry={matter.save} />}
      {group === 'page' && <PageFields design={design} field={field} />}
      {group === 'type' && <TypeFields field={field} />}
      {group === 'chapters' && (
        <div className={styles['fields']}>
          {field('chapterStart')}
          {field('chapterLabel')}
          {field('drop', 'From 0.2 to 0.4 of the page.')}
          {field('opening')}
          {field('sceneBreak')}
          <ChapterRows form={design} chapters={chapters} titleOf={titleOf} />
        </div>
      )}
      {group === 'matter' && (
        <div className={styles['fields']}>
          {field('contents')}
          {field('isbnPrint')}
          {field('isbnEbook')}
          <MatterPieces form={matter} canEdit={canEdit} bookId={bookId} />
        </div>
      )}
    </section>
  );
}

type RenderField = (name: DesignField, hint?: string) => React.ReactNode;

function PageFields({ design, field }: { design: DesignForm; field: RenderField }) {
  return (
    <div className={styles['fields']}>
      {field('trim')}
      {design.texts.trim === 'own' && (
        <div className={styles['pair']}>
          {field('widthIn', '4–8 in')}
          {field('heightIn', '6–10 in')}
        </div>
      )}
      {field('paper')}
      {field('bleed', 'Only for pictures or colour that run to the edge of the page.')}
      {field('hasOwnMargins', 'The inside margin grows with the page count where printers require it.')}
      {design.texts.hasOwnMargins === 'yes' && (
        <div className={styles['pair']}>
          {field('insideIn')}
          {field('outsideIn')}
          {field('topIn')}
          {field('bottomIn')}
        </div>
      )}
      {field('heads')}
      {field('headStyle')}
      {field('shortTitle', 'Used where the title is too long. Leave empty to use the book’s title.')}
      {field('folio')}
    </div>
  );
}

function TypeFields({ field }: { field: RenderField }) {
  return (
    <div className={styles['fields']}>
      {field('face')}
      {field('size', 'From 9 to 14 points.')}
      {field('leading', 'From 1.15 to 1.6 times the size.')}
      {field('indentEm', 'From 0 to 3.')}
    </div>
  );
}
