import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { formatMonth } from '../../../kit/format.ts';
import type { Figure } from '../figures.ts';
import styles from './month-chart.module.css';

/** The same twelve months as numbers. */
export function MonthTable({ figure, months }: { figure: Figure; months: readonly AnalyticsMonth[] }) {
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{figure.title}, twelve months</caption>
      <thead><tr><th scope="col">Month</th><th scope="col">{figure.title}</th></tr></thead>
      <tbody>{months.toReversed().map((each) => <tr key={each.month}><th scope="row">{formatMonth(each.month)}</th><td>{figure.format(each[figure.name])}</td></tr>)}</tbody>
    </table>
  );
}
