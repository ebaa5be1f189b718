import { compare } from '../comparison.ts';
import type { CompareReply, CompareRequest } from './messages.ts';

addEventListener('message', ({ data: { before, after } }: MessageEvent<CompareRequest>) =>
  postMessage(compare(before, after) satisfies CompareReply),
);
