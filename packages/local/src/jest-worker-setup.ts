// Runs before each integration test file: selects the servers of its jest worker.
const servers = JSON.parse(process.env['TEST_SERVERS'] ?? '[]') as readonly { mongodbUri: string; natsUrl: string }[];
const server = servers[Number(process.env['JEST_WORKER_ID']) - 1];
if (!server) throw new Error('There are no servers for this jest worker.');
process.env['MONGODB_URI'] = server.mongodbUri;
process.env['NATS_URL'] = server.natsUrl;
