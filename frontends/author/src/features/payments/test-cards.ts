/** The sandbox's test cards and their behaviour. */
export const testCards = [
  { number: '4242 4242 4242 4242', effect: 'succeeds' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0025 0000 3155', effect: 'asks you to confirm' },
  { number: '4000 0000 0000 0341', effect: 'pays once, then fails at renewal' },
  { number: '5555 5555 5555 4444', effect: 'succeeds, and is the same card for everyone' },
] as const;
/** Any future date and any code are valid. */
export const testExpiry = '12 / 39';
export const testCvc = '123';
