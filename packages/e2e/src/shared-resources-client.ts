import { type Browser, chromium } from 'playwright-core';
import type { AppStack } from './app-stack.ts';
import { serverUrlVariable } from './shared-resources-server.ts';

/** The part of the shared stack that specs may use: nothing that stops a process or moves the clock. */
export type SharedAppStack = Pick<AppStack, 'url' | 'dataDir'>;

/** The stack that all workers share; the first call of the run starts it. */
export const getSharedStack = async (): Promise<SharedAppStack> =>
  (await (await request('GET', '/stack')).json()) as SharedAppStack;

/** Called after a failed test that may have used the shared stack. */
export async function keepSharedLogs(): Promise<void> {
  await request('PUT', '/keep-logs');
}

/** Connects to the browser that all workers share. Closing the connection closes only the windows opened through it. */
export async function connectBrowser(): Promise<Browser> {
  const { wsEndpoint } = (await (await request('GET', '/browser')).json()) as { wsEndpoint: string };
  return await chromium.connect(wsEndpoint);
}

async function request(method: string, path: string): Promise<Response> {
  const server = process.env[serverUrlVariable];
  if (!server) throw new Error('This runs only in a browser spec under jest.');
  const response = await fetch(new URL(path, server), { method });
  if (!response.ok) throw new Error(`${method} ${path} failed: ${await response.text()}`);
  return response;
}
