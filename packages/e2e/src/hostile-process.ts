// Runs the hostile requests in a separate process, so that neither their bodies nor their replies delay the process that
// measures another author's saves. `attackFromProcess` starts it; messages go over IPC.
import { Author } from './author.ts';
import { HostileAccount, type HostileMessage } from './hostile-account.ts';

/** For exports and AI on long texts. */
const longTimeout = { timeoutMs: 120_000 };

process.once('disconnect', () => process.exit());
process.once('message', (message) => void run(message as HostileMessage));

async function run({ url, free, pro }: HostileMessage): Promise<void> {
  const actors = {
    url,
    free: await Author.signIn(url, free, longTimeout),
    pro: await Author.signIn(url, pro, longTimeout),
  };
  const hostile = new HostileAccount(actors);
  await hostile.attack();
  process.send?.(hostile.answers, () => process.disconnect());
}
