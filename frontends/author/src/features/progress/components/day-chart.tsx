import type { BookProgress } from '@inkbear/contracts/books/progress';
import { formatNumber, shortDate } from '@inkbear/web-kit/format.ts';
import { chartText } from '../chart.ts';
import styles from './progress.module.css';

/** Typed words of each day as bars, and the same as a table. */
export function DayChart({ days }: { days: BookProgress['days'] }) {
  const most = Math.max(1, ...days.map(({ typedWords }) => typedWords));
  const [first, last] = [days[0], days.at(-1)];
  const written = days.filter(({ typedWords, otherWords }) => typedWords !== 0 || otherWords !== 0).toReversed();
  return (
    <figure className={styles['figure']}>
      <div className={styles['bars']} role="img" aria-label={chartText(days)}>
        {days.map(({ localDate, typedWords }) => (
          <span
            key={localDate}
            title={`${shortDate(localDate, 'UTC')}: ${formatNumber(typedWords)} typed`}
            data-empty={typedWords <= 0}
            style={{ height: `${Math.max(typedWords > 0 ? 4 : 0, (typedWords / most) * 100)}%` }}
          />
        ))}
      </div>
      {first && last && (
        <figcaption className={styles['axis']} aria-hidden>
          <span>{shortDate(first.localDate, 'UTC')}</span>
          <span>{shortDate(last.localDate, 'UTC')}</span>
        </figcaption>
      )}
      {written.length > 0 && (
        <details className={styles['table']}>
          <summary>As a table</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Typed</th>
                <th scope="col">Other</th>
              </tr>
            </thead>
            <tbody>
              {written.map(({ localDate, typedWords, otherWords }) => (
                <tr key={localDate}>
                  <th scope="row">{shortDate(localDate, 'UTC')}</th>
                  <td>{formatNumber(typedWords)}</td>
                  <td>{formatNumber(otherWords)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles['note']}>
            Other words were pasted, imported, restored or accepted from AI. They count for the book, not for your
            streak.
          </p>
        </details>
      )}
    </figure>
  );
}
