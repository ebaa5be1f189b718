import type { RunningInkbear } from './start.ts';

const planNames = { free: 'Free', pro_monthly: 'Pro Monthly', pro_oneoff: 'Pro One-off' } as const;

/** Formats the table at the end of a start: URLs, accounts, folders and how to stop. */
export function formatSummary(
  { demo, dataDir, tools }: Pick<RunningInkbear, 'demo' | 'dataDir' | 'tools'>,
  dev: boolean,
): string {
  const rows: (readonly [string, string])[] = [
    ['Inkbear', demo.url],
    ...(demo.seeded
      ? demo.accounts.map(({ email, password, plan }) => [planNames[plan], `${email}   ${password}`] as const)
      : []),
    ['Admin', `${demo.url}/admin   password ${demo.adminPassword}`],
    ...tools.map(({ name, url }) => [name, url] as const),
    ['Data', `${dataDir}   (logs in ${dataDir}/logs)`],
    ['Stop', `Ctrl-C   ·   start over: npm ${dev ? 'run dev' : 'start'} -- --reset`],
  ];
  const first = Math.max(...rows.map(([name]) => name.length));
  const second = Math.max(...rows.map(([, value]) => value.length));
  const rule = (left: string, middle: string, right: string): string =>
    `${left}${'─'.repeat(first + 2)}${middle}${'─'.repeat(second + 2)}${right}`;
  const body = rows.map(([name, value]) => `│ ${name.padEnd(first)} │ ${value.padEnd(second)} │`);
  return ['', rule('┌', '┬', '┐'), ...body, rule('└', '┴', '┘'), ''].join('\n');
}
