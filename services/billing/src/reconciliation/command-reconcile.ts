import type { Connection } from 'mongoose';
import { type Difference, Reconciliations } from './reconciliation.repository.ts';

/** What an operator reads: the last comparison with the provider, each difference, and that a new one begins. */
export async function commandReconcile(connection: Connection): Promise<string[]> {
  const reconciliations = new Reconciliations(connection);
  const last = await reconciliations.findLastRun();
  const differences = await reconciliations.listDifferences();
  await reconciliations.request(new Date());
  return [
    last ? `Last compared ${last.endedAt.toISOString()}: ${last.compared} objects, ${last.differences} differences` : 'Never compared yet',
    ...differences.flatMap(linesOf),
    'The running service compares again within 5 s; ask once more for the result.',
  ];
}

const linesOf = ({ objectId, foundAt, isRepaired, fields }: Difference): string[] => [
  `  ${foundAt.toISOString()}  ${objectId}  ${isRepaired ? 'repaired' : 'NOT repaired'}`,
  ...fields.map(({ field, here, there }) => `    ${field}: ${here ?? 'nothing'} here, ${there ?? 'nothing'} there`),
];
