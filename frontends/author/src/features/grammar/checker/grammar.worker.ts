import { ProseChecker } from '@inkbear/prose/grammar/prose-checker';
import type { CheckReply, CheckRequest } from './messages.ts';

const checker = new ProseChecker();

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.kind === 'add-server-findings') checker.addServerFindings(data.text, data.findings);
  else postMessage({ id: data.id, findings: checker.check(data.text, data.dialect) } satisfies CheckReply);
});
