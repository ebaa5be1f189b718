const signs = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;
/** Larger numbers have no usual form. */
const maxNumber = 3_999;

/** A number in Roman numerals; one that has none in digits. */
export function toRoman(number: number): string {
  if (number < 1 || number > maxNumber) return String(number);
  let [rest, roman] = [number, ''];
  for (const [value, sign] of signs) for (; rest >= value; rest -= value) roman += sign;
  return roman;
}
