import { expect, it } from '@jest/globals';
import { createPromoCode } from '@inkbear/contracts/billing/promo-code';
import { benefitText } from './code-texts.ts';
import { codeBody, codeErrors, emptyCode } from './new-code.ts';

it('sends numbers as numbers and empty fields as null', () => {
  expect(
    codeBody({ ...emptyCode, code: 'SPRING', discountValue: '12.5', maxUses: '100', expiresAt: '2026-12-31' }),
  ).toEqual({
    code: 'SPRING',
    description: '',
    discountType: 'percentage',
    discountValue: 12.5,
    maxUses: 100,
    expiresAt: '2026-12-31',
  });
  expect(codeBody({ ...emptyCode, code: 'X1', discountValue: '1' })).toMatchObject({ maxUses: null, expiresAt: null });
});

it('sends a value that is not a number, so that the server refuses it', () => {
  const sent: unknown = JSON.parse(JSON.stringify(codeBody({ ...emptyCode, code: 'SPRING', discountValue: 'ten' })));
  const refusal = createPromoCode.body
    .safeParse(sent)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(refusal).toContainEqual(['discountValue', 'Please enter a value']);
});

it('rejects a maximum of uses that is not a number: JSON would send it as null, which means unlimited', () => {
  expect(codeErrors({ ...emptyCode, maxUses: 'many' })).toEqual({
    maxUses: 'Please enter a whole number from 0 to 1,000,000',
  });
  expect(codeErrors({ ...emptyCode, maxUses: '' })).toEqual({});
});

it('describes what a code gives', () => {
  expect(
    [
      { discountType: 'percentage', discountValue: 15 },
      { discountType: 'fixed', discountValue: 2.5 },
      { discountType: 'credits', discountValue: 1 },
    ].map((each) => benefitText(each as never)),
  ).toEqual(['15% off', '£2.50 off', '1 book credit']);
});
