import { formatDate, formatMoment } from '../format.ts';

/** A date on one line; resting on it tells the minute. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatDate(at)}
  </time>
);
