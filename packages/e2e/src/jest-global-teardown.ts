import { currentRun } from './run.ts';

export default async function endRun(): Promise<void> {
  await currentRun().end();
}
