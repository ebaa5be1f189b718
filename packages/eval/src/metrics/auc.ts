/**
 * The probability that a text of somebody else is farther than an own one (the area under the ROC curve). Equal
 * distances count half. 0.5 is chance, 1 is perfect.
 */
export function areaUnderCurve(own: readonly number[], other: readonly number[]): number {
  if (own.length === 0 || other.length === 0) return NaN;
  let sum = 0;
  for (const near of own) for (const far of other) sum += far > near ? 1 : far === near ? 0.5 : 0;
  return sum / (own.length * other.length);
}
