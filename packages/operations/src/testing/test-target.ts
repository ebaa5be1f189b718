import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Infrastructure, startInfrastructure } from '@inkbear/local/infrastructure';
import { type Operation, type OperationInput, parseInput } from '@inkbear/service-kit/operation';
import { MongoClient } from 'mongodb';
import type { Target } from '../target.ts';

/** A MongoDB and a NATS of its own, on which commands act as the user `ops`. */
export class TestTarget {
  readonly folder: string;
  /** Has all permissions, unlike the commands. */
  readonly admin: MongoClient;
  readonly infrastructure: Infrastructure;

  private constructor(folder: string, infrastructure: Infrastructure, admin: MongoClient) {
    this.folder = folder;
    this.infrastructure = infrastructure;
    this.admin = admin;
  }

  static async start(): Promise<TestTarget> {
    const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-operations-'));
    const infrastructure = await startInfrastructure({ dataDir: path.join(folder, 'data'), notablescan: true, env });
    const admin = await MongoClient.connect(infrastructure.mongodbUri, { appName: 'a-test' });
    return new TestTarget(folder, infrastructure, admin);
  }

  async stop(): Promise<void> {
    await this.admin.close();
    await this.infrastructure.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get target(): Target {
    const { addresses } = this.infrastructure;
    const servers = { mongodbUri: addresses.mongodbUri('ops'), natsUrl: addresses.natsUrl('ops') };
    return {
      servers: () => servers,
      withServersOnly: (work) => work(servers),
      backupFolder: path.join(this.folder, 'backups'),
      keyFolder: null,
      storeAdminPassword: null,
      readStandardInput: () => Promise.resolve(''),
    };
  }

  /** The target of a user who may read and write all data and nothing else, as on a managed server. */
  async withLimitedUser(): Promise<Target> {
    const { host } = new URL(this.infrastructure.mongodbUri);
    const key = await readFile(path.join(this.folder, 'data/mongod.key'), 'utf8');
    const system = await MongoClient.connect(`mongodb://${host}/`, {
      directConnection: true,
      auth: { username: '__system', password: key },
      authSource: 'local',
      authMechanism: 'SCRAM-SHA-256',
    });
    await system.db('admin').command({ createUser: 'limited', pwd: 'limited', roles: ['readWriteAnyDatabase'] });
    await system.close();
    const mongodbUri = `mongodb://limited:limited@${host}/?directConnection=true`;
    return { ...this.target, servers: () => ({ mongodbUri, natsUrl: null }) };
  }

  /** Runs a command as an operator types it, without its name. Returns its last lines. */
  async run(
    operation: Operation<Target>,
    words: readonly string[] = [],
    target = this.target,
  ): Promise<readonly string[]> {
    return await operation.run(target, quietInput(operation, words));
  }

  /** Deletes the data of all services. */
  async clear(): Promise<void> {
    const { databases } = await this.admin.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith('inkbear_')) await this.admin.db(name).dropDatabase();
  }
}

export const quietInput = (operation: Operation<Target>, words: readonly string[]): OperationInput => ({
  ...parseInput(operation, words),
  report: () => undefined,
});
