import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { formatMonth, formatShortMonth } from '../../../kit/format.ts';
import { chartShape } from '../chart-shape.ts';
import type { Figure } from '../figures.ts';
import { useWidth } from '../use-width.ts';
import styles from './month-chart.module.css';

/** Below it every second month is named. */
const roomForAll = 620;

/** Twelve months as bars. Whoever does not see it has the sentence of its name and the table beside it. */
export function MonthChart({ figure, months }: { figure: Figure; months: readonly AnalyticsMonth[] }) {
  const [place, room] = useWidth<HTMLDivElement>(960);
  const values = months.map((each) => each[figure.name]);
  const { width, height, left, base, bars, ticks } = chartShape(values, figure.axis(1) === '1', room);
  const isNamed = (at: number) => width >= roomForAll || (months.length - 1 - at) % 2 === 0;
  return (
    <div ref={place} className={styles['place']}>
      <svg
        className={styles['chart']}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={sentence(figure, months)}
      >
        {ticks.map(({ value, y }) => (
          <g key={value}>
            <line className={styles['grid']} x1={left} x2={width} y1={y} y2={y} />
            <text className={styles['tick']} x={left - 12} y={y} dy="0.35em" textAnchor="end">
              {figure.axis(value)}
            </text>
          </g>
        ))}
        {months.map(({ month }, at) => {
          const bar = bars[at];
          return (
            bar && (
              <g key={month}>
                <title>{`${formatMonth(month)}: ${figure.format(values[at] ?? 0)}`}</title>
                <rect className={styles['slot']} x={bar.x} y={0} width={bar.width} height={height - 28} />
                <rect
                  className={at === months.length - 1 ? styles['now'] : styles['bar']}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  rx={3}
                />
                {isNamed(at) && (
                  <text className={styles['tick']} x={bar.x + bar.width / 2} y={height - 6} textAnchor="middle">
                    {formatShortMonth(month)}
                  </text>
                )}
              </g>
            )
          );
        })}
        <line className={styles['base']} x1={left} x2={width} y1={base} y2={base} />
      </svg>
    </div>
  );
}

function sentence(figure: Figure, months: readonly AnalyticsMonth[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return `${figure.title}: no months yet`;
  return `${figure.title}, twelve months: ${figure.format(first[figure.name])} in ${formatMonth(first.month)}, ${figure.format(last[figure.name])} in ${formatMonth(last.month)}`;
}
