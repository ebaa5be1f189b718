import { formatDate, formatDateTime } from '../format.ts';

/** A date on one line; its tooltip has the time. */
export const DateCell = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatDate(at)}
  </time>
);
