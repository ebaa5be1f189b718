/** Where mongod and nats-server of this test run are, by the names that services know them by. Throws outside of one. */
export function testServers(): { readonly MONGODB_URI: string; readonly NATS_URL: string } {
  const { MONGODB_URI, NATS_URL } = process.env;
  if (!MONGODB_URI || !NATS_URL) throw new Error('This test needs the servers of `npm run test:int`.');
  return { MONGODB_URI, NATS_URL };
}
