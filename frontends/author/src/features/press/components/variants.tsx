import type { DesignSettings } from '@inkbear/contracts/books/design';
import { trimSizeOf } from '@inkbear/contracts/books/design-rules';
import { printFiguresOf } from '@inkbear/press/kdp-print';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { useEffect, useRef, useState } from 'react';
import { formatAmounts } from '../amounts.ts';
import type { Measures } from '../preview/messages.ts';
import { listVariants, maxVariants, type Variant } from '../variants.ts';
import styles from './figures-panel.module.css';

interface Props {
  settings: DesignSettings;
  measures: Measures;
  measure: (settings: DesignSettings) => Promise<Measures>;
  onApply: (settings: Partial<DesignSettings>) => void;
}

type Result = Measures | 'failed';

/** Up to five other designs with their figures side by side; one click applies one. */
export function Variants({ settings, measures, measure, onApply }: Props) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const all = listVariants(settings);
  const chosen = ids.flatMap((id) => all.filter((variant) => variant.id === id));
  const results = useMeasures(settings, chosen, measure);
  const offered = all.filter(({ id }) => !ids.includes(id));
  return (
    <section className={styles['variants']} aria-labelledby="what-if">
      <h3 id="what-if" className={styles['title']}>
        What if…
      </h3>
      {chosen.length < maxVariants ? (
        <ChoiceField
          label="Compare with"
          placeholder="Choose a change"
          value=""
          options={offered.map(({ id, label }) => ({ value: id, label }))}
          onChange={({ target }) => setIds([...ids, target.value])}
        />
      ) : (
        <p className={styles['note']}>Five is the most that fits. Remove one to compare another.</p>
      )}
      {chosen.length > 0 && (
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Comparison">
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">Design</th>
                <th scope="col">Pages</th>
                <th scope="col">Spine</th>
                <th scope="col">Cost</th>
                <th scope="col">Price from</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              <Row label="Now" settings={settings} result={measures} />
              {chosen.map((variant) => (
                <Row
                  key={variant.id}
                  label={variant.label}
                  settings={{ ...settings, ...variant.patch }}
                  result={results.get(variant.id)}
                  onApply={() => {
                    setIds(ids.filter((id) => id !== variant.id));
                    onApply(variant.patch);
                  }}
                  onRemove={() => setIds(ids.filter((id) => id !== variant.id))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The figures of each variant, by its id. They are measured again when the design has changed. */
function useMeasures(settings: DesignSettings, variants: readonly Variant[], measure: Props['measure']) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const current = useRef({ settings, variants, measure, results });
  current.current = { settings, variants, measure, results };
  const key = JSON.stringify([settings, variants.map(({ id }) => id)]);
  const measuredFor = useRef('');
  const design = JSON.stringify(settings);
  useEffect(() => {
    let isObsolete = false;
    const { settings: base, variants: wanted, measure: run, results: known } = current.current;
    const isSameDesign = measuredFor.current === design;
    if (!isSameDesign) setResults(new Map());
    measuredFor.current = design;
    const measureAll = async () => {
      for (const { id, patch } of wanted) {
        if (isSameDesign && known.has(id)) continue;
        const result = await run({ ...base, ...patch }).catch((): Result => 'failed');
        if (isObsolete) return;
        setResults((before) => new Map(before).set(id, result));
      }
    };
    void measureAll();
    return () => {
      isObsolete = true;
    };
  }, [key, design]);
  return results;
}

interface RowProps {
  label: string;
  settings: DesignSettings;
  result: Result | undefined;
  onApply?: () => void;
  onRemove?: () => void;
}

function Row({ label, settings, result, onApply, onRemove }: RowProps) {
  const figures =
    result === undefined || result === 'failed'
      ? null
      : printFiguresOf(result.pageCount, trimSizeOf(settings), settings.paper);
  return (
    <tr>
      <th scope="row">{label}</th>
      {figures === null ? (
        <td colSpan={4}>{result === 'failed' ? 'Could not be measured' : 'Measuring…'}</td>
      ) : (
        <>
          <td className="tabular">{figures.pages}</td>
          <td className="tabular">{figures.spineIn.toFixed(3)} in</td>
          <td className="tabular">{formatAmounts(figures.cost)}</td>
          <td className="tabular">{formatAmounts(figures.lowestPrice)}</td>
        </>
      )}
      <td className={styles['actions']}>
        {onApply && (
          <PlainButton small disabled={figures === null} aria-label={`Use: ${label}`} onClick={onApply}>
            Use
          </PlainButton>
        )}
        {onRemove && (
          <PlainButton small variant="quiet" aria-label={`Remove: ${label}`} onClick={onRemove}>
            Remove
          </PlainButton>
        )}
      </td>
    </tr>
  );
}
