import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SideCard } from '../../../ui/side-card.tsx';
import styles from './story-side.module.css';

/** PDF and text export of the story, on every plan. */
export function ExportOptionsCard({ onPdf, onText }: { onPdf: () => void; onText: () => void }) {
  return (
    <SideCard level={3} title="Export Options">
      <div className={styles['pair']}>
        <PlainButton onClick={onPdf}>PDF</PlainButton>
        <PlainButton onClick={onText}>Text</PlainButton>
      </div>
      <p className={styles['note']}>The PDF opens in a new tab.</p>
    </SideCard>
  );
}
