import type { AppStack } from './app-stack.ts';
import { Author } from './author.ts';

/** Signs in to the admin console; returns the value of the header `x-admin-token`. */
export async function signInAdmin({ url, demo }: Pick<AppStack, 'url' | 'demo'>): Promise<string> {
  const { status, body } = await new Author(url).call('POST', '/api/admin/login', { password: demo.adminPassword });
  if (status !== 200) throw new Error(`The admin was not signed in: ${status}.`);
  return String(body['token']);
}
