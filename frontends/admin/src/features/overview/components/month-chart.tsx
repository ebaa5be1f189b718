import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { formatMonth, formatShortMonth } from '../../../kit/format.ts';
import { chartShape } from '../chart-shape.ts';
import type { Figure } from '../figures.ts';
import { useWidth } from '../use-width.ts';
import styles from './month-chart.module.css';

/** Pixels; a narrower chart labels every second month. */
const minWidthForAllLabels = 620;

/**
 * Twelve months as bars. It is plain SVG, because antd has no charts and a chart library would be larger than the
 * console's own code. Its label summarises it for screen readers, and a table shows the same months.
 */
export function MonthChart({ figure, months }: { figure: Figure; months: readonly AnalyticsMonth[] }) {
  const [container, availableWidth] = useWidth<HTMLDivElement>(960);
  const values = months.map((each) => each[figure.name]);
  const { width, height, left, base, bars, ticks } = chartShape(values, figure.axis(1) === '1', availableWidth);
  const hasLabel = (index: number) => width >= minWidthForAllLabels || (months.length - 1 - index) % 2 === 0;
  return (
    <div ref={container} className={styles['container']}>
      <svg
        className={styles['chart']}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary(figure, months)}
      >
        {ticks.map(({ value, y }) => (
          <g key={value}>
            <line className={styles['grid']} x1={left} x2={width} y1={y} y2={y} />
            <text className={styles['tick']} x={left - 12} y={y} dy="0.35em" textAnchor="end">
              {figure.axis(value)}
            </text>
          </g>
        ))}
        {months.map(({ month }, index) => {
          const bar = bars[index];
          return (
            bar && (
              <g key={month}>
                <title>{`${formatMonth(month)}: ${figure.format(values[index] ?? 0)}`}</title>
                <rect className={styles['slot']} x={bar.x} y={0} width={bar.width} height={height - 28} />
                <rect
                  className={index === months.length - 1 ? styles['current'] : styles['bar']}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  rx={3}
                />
                {hasLabel(index) && (
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

function summary(figure: Figure, months: readonly AnalyticsMonth[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return `${figure.title}: no months yet`;
  return `${figure.title}, twelve months: ${figure.format(first[figure.name])} in ${formatMonth(first.month)}, ${figure.format(last[figure.name])} in ${formatMonth(last.month)}`;
}
