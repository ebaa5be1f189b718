import { Author } from './author.ts';

/** A running Inkbear and the password of its admin console: a stack, or the release in a cluster. */
export interface AdminSite {
  readonly url: string;
  readonly demo: { readonly adminPassword: string };
}

/** Signs in to the admin console; returns the value of the header `x-admin-token`. */
export async function signInAdmin({ url, demo }: AdminSite): Promise<string> {
  const { status, body } = await new Author(url).call('POST', '/api/admin/login', { password: demo.adminPassword });
  if (status !== 200) throw new Error(`The admin was not signed in: ${status}.`);
  return String(body['token']);
}
