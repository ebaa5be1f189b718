import { newId } from '@inkbear/service-kit/ids';
import type { Operation } from '@inkbear/service-kit/operation';
import type { Connection } from 'mongoose';
import { type Difference, DifferenceRepository } from './difference.repository.ts';
import { ReconciliationRepository } from './reconciliation.repository.ts';

/** The operator's command that requests a reconciliation and prints the last one's result with each difference. */
export const reconcileOperation: Operation<Connection> = {
  name: 'reconcile',
  summary: 'compares billing with the payment provider',
  changes: 'requests a comparison; the running service repairs the differences that it finds',
  runbook: 'reconcile.md',
  run: (connection, { isDryRun }) => reconcile(connection, isDryRun),
};

async function reconcile(connection: Connection, isDryRun: boolean): Promise<string[]> {
  const reconciliations = new ReconciliationRepository(connection);
  const last = await reconciliations.findLastRun();
  const differences = await new DifferenceRepository(connection, newId).list();
  if (!isDryRun) await reconciliations.request(new Date());
  return [
    last
      ? `Last compared ${last.endedAt.toISOString()}: ${last.compared} objects, ${last.differences} differences`
      : 'Never compared yet',
    ...differences.flatMap(linesOf),
    isDryRun
      ? 'A comparison would be requested.'
      : 'The running service compares again within 5 s; run this command again for the result.',
  ];
}

const outcomes = { repaired: 'repaired', gone: 'gone', 'given-up': 'given up' } as const;

function linesOf({ objectId, firstSeenAt, lastSeenAt, count, outcome, fields }: Difference): string[] {
  const state = outcome === null ? 'OPEN' : outcomes[outcome];
  const repeats = count > 1 ? `, seen ${count} times until ${lastSeenAt.toISOString()}` : '';
  return [
    `  ${firstSeenAt.toISOString()}  ${objectId}  ${state}${repeats}`,
    ...fields.map(
      ({ field, inBilling, atProvider }) =>
        `    ${field}: ${inBilling ?? 'nothing'} in billing, ${atProvider ?? 'nothing'} at the provider`,
    ),
  ];
}
