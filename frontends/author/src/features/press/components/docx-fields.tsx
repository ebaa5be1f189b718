import { type DocxSettings, editionLimits } from '@inkbear/contracts/export/edition';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import styles from './files-panel.module.css';

interface Props {
  docx: DocxSettings;
  onChange: (docx: DocxSettings) => void;
}

/** The settings of the DOCX in manuscript format, which editors and agents expect. */
export function DocxFields({ docx, onChange }: Props) {
  return (
    <details className={styles['older']}>
      <summary>Manuscript format</summary>
      <ChoiceField
        label="Paper of the manuscript"
        value={docx.paper}
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
        onChange={({ target }) => onChange({ ...docx, paper: target.value as DocxSettings['paper'] })}
      />
      <ChoiceField
        label="Typeface of the manuscript"
        value={docx.face}
        options={[
          { value: 'times-new-roman', label: 'Times New Roman' },
          { value: 'courier-prime', label: 'Courier Prime' },
        ]}
        onChange={({ target }) => onChange({ ...docx, face: target.value as DocxSettings['face'] })}
      />
      <TextArea
        label="Your name and address"
        isOptional
        rows={4}
        maxLength={editionLimits.contact}
        value={docx.contact}
        onChange={({ target }) => onChange({ ...docx, contact: target.value })}
      />
    </details>
  );
}
