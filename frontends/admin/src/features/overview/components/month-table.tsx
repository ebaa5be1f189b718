import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { saveFile } from '@inkbear/web-kit/save-file.ts';
import { formatMonth } from '../../../kit/format.ts';
import type { Figure } from '../figures.ts';
import { monthFile } from '../month-file.ts';
import styles from './month-chart.module.css';

/** The same twelve months as numbers, and as a file of all figures. */
export function MonthTable({ figure, months }: { figure: Figure; months: readonly AnalyticsMonth[] }) {
  const save = () =>
    saveFile(
      new Blob([monthFile(months)], { type: 'text/csv;charset=utf-8' }),
      `inkbear-figures-${months.at(-1)?.month ?? ''}.csv`,
    );
  return (
    <>
      <table className={styles['table']}>
        <caption className="visually-hidden">{figure.title}, twelve months</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">{figure.title}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((each) => (
            <tr key={each.month}>
              <th scope="row">{formatMonth(each.month)}</th>
              <td>{figure.format(each[figure.name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['file']}>
        <PlainButton small onClick={save}>
          Export CSV
        </PlainButton>{' '}
        All twelve figures, month by month.
      </p>
    </>
  );
}
