import { PlainTable } from '../../../kit/public-page/plain-table.tsx';
import { comparison, comparisonHead } from '../comparison.ts';

export const PlanTable = () => (
  <PlainTable
    caption="Prices in pounds sterling. Months are calendar months in UTC; a billing period begins on the day you subscribe."
    head={comparisonHead}
    rows={comparison}
  />
);
