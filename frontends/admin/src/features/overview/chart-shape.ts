export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Tick {
  readonly value: number;
  readonly y: number;
}
export interface ChartShape {
  readonly width: number;
  readonly height: number;
  readonly base: number;
  readonly left: number;
  readonly bars: readonly Bar[];
  readonly ticks: readonly Tick[];
}

/** Pixels. */
const frame = { height: 260, left: 56, top: 12, bottom: 28 } as const;
const barShare = 0.56;

/** The smallest step of the form 1, 2, 2.5 or 5 × 10ⁿ with which `steps` steps reach `max`. */
export function niceStep(max: number, steps: number): number {
  const rough = max / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough * 0.999999) ?? 10);
}

/**
 * Bars of the values, `width` pixels wide, on a scale that begins at zero. Negative values (more refunded than paid)
 * are below the zero line.
 */
export function chartShape(values: readonly number[], isWhole: boolean, width: number): ChartShape {
  const [max, min] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = max - min;
  const niceSpan = span === 0 ? 1 : niceStep(span, 4);
  const step = isWhole ? Math.max(1, Math.ceil(niceSpan)) : niceSpan;
  const [first, last] = [Math.floor(min / step), Math.max(Math.ceil(max / step), min < 0 ? 0 : 1)];
  const inner = frame.height - frame.top - frame.bottom;
  const yOf = (value: number) => frame.top + inner * (1 - (value - first * step) / ((last - first) * step));
  const slot = (width - frame.left) / Math.max(values.length, 1);
  const base = yOf(0);
  return {
    width,
    height: frame.height,
    base,
    left: frame.left,
    bars: values.map((value, at) => ({
      x: frame.left + slot * (at + (1 - barShare) / 2),
      width: slot * barShare,
      y: Math.min(yOf(value), base),
      height: Math.abs(yOf(value) - base),
    })),
    ticks: Array.from({ length: last - first + 1 }, (_, at) => ({
      value: (first + at) * step,
      y: yOf((first + at) * step),
    })),
  };
}
