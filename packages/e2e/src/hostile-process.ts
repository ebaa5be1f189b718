// Runs the hostile requests in a process of their own, so that neither their bodies nor their replies delay the process
// that measures another author's saves. Started by `attackFromProcess`; everything comes and goes by IPC.
import { Author } from './author.ts';
import { HostileAccount, type HostileMessage } from './hostile-account.ts';

/** Exports and AI about long texts may take this long. */
const patient = { timeoutMs: 120_000 };

process.once('message', (message) => void run(message as HostileMessage));

async function run({ url, free, pro }: HostileMessage): Promise<void> {
  const actors = { url, free: await Author.signIn(url, free, patient), pro: await Author.signIn(url, pro, patient) };
  const hostile = new HostileAccount(actors);
  await hostile.attack();
  process.send?.(hostile.answers, () => process.disconnect());
}
