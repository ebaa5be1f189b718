import { currentRun } from './test-run.ts';

export default async function endRun(): Promise<void> {
  await currentRun().end();
}
