/** Connection settings of this test run's MongoDB and NATS. Throws outside `npm run test:int`. */
export function testServers(): { readonly MONGODB_URI: string; readonly NATS_URL: string } {
  const { MONGODB_URI, NATS_URL } = process.env;
  if (!MONGODB_URI || !NATS_URL) throw new Error('This test needs the servers that `npm run test:int` starts.');
  return { MONGODB_URI, NATS_URL };
}
