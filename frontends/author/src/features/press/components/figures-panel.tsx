import type { DesignSettings } from '@inkbear/contracts/books/design';
import { trimSizeOf } from '@inkbear/contracts/books/design-rules';
import { kdpPrint, printFiguresOf } from '@inkbear/press/kdp-print';
import { longDate } from '@inkbear/web-kit/format.ts';
import { formatAmounts } from '../amounts.ts';
import type { Measures } from '../preview/messages.ts';
import styles from './figures-panel.module.css';
import { Variants } from './variants.tsx';

interface Props {
  measures: Measures;
  settings: DesignSettings;
  measure: (settings: DesignSettings) => Promise<Measures>;
  onApply: (settings: Partial<DesignSettings>) => void;
}

/** A comfortable length of a line, in characters. */
const comfortable = { min: 55, max: 70 };

const inches = (value: number, digits: number) => `${value.toFixed(digits)} in`;

/** The figures of the printed book (pages, margins, spine, cost, price), and those of other designs. */
export function FiguresPanel({ measures, settings, measure, onApply }: Props) {
  const { pageCount, insideIn } = measures;
  const figures = printFiguresOf(pageCount, trimSizeOf(settings), settings.paper);
  return (
    <section className={styles['panel']} aria-label="Figures">
      <dl className={styles['figures']}>
        <Figure name="Pages" value={String(pageCount)} note={pageNote(pageCount, settings)} />
        <Figure name="Characters per line" {...lineFigure(measures)} />
        <Figure
          name="Inside margin"
          value={inches(insideIn, 2)}
          note={`Printers require ${inches(figures.requiredInsideIn, 3)} for this page count.`}
        />
        <Figure
          name="Spine"
          value={inches(figures.spineIn, 3)}
          note={
            figures.hasSpineText
              ? 'Wide enough for a title.'
              : `Too narrow for a title: that needs ${kdpPrint.values.spineText.minPages} pages.`
          }
        />
        <Figure name="Printing cost per copy" value={formatAmounts(figures.cost)} />
        <Figure name="Lowest price" value={formatAmounts(figures.lowestPrice)} />
      </dl>
      <p className={styles['note']}>
        {`Costs and prices follow KDP’s guides, last checked on ${longDate(kdpPrint.comparedOn, 'UTC')}.`}
      </p>
      <Variants settings={settings} measures={measures} measure={measure} onApply={onApply} />
    </section>
  );
}

function pageNote(pages: number, { paper }: DesignSettings): string | undefined {
  const { min, max } = kdpPrint.values.pages;
  if (pages < min) return `A paperback needs at least ${min}.`;
  if (pages > max[paper]) return `A paperback on ${paper} paper may have at most ${max[paper]}.`;
  return undefined;
}

function lineFigure({ charactersPerLine }: Measures): { value: string; note?: string } {
  if (charactersPerLine === null) return { value: '–' };
  const value = Math.round(charactersPerLine);
  const { min, max } = comfortable;
  const advice =
    value < min
      ? 'Lines are short. Smaller type or a wider page helps.'
      : 'Lines are long. Larger type or wider margins help.';
  return {
    value: String(value),
    note: value >= min && value <= max ? 'Comfortable to read.' : `${min}–${max} is comfortable. ${advice}`,
  };
}

function Figure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div className={styles['figure']}>
      <dt>{name}</dt>
      <dd>
        <span className="tabular">{value}</span>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </dd>
    </div>
  );
}
