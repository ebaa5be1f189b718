import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleService } from './testing/example-service.ts';
import { TestService } from './testing/test-service.ts';

const observedMs = 6000;
const maxReadsPerSecond = 2;
/** Time for the first sweep of the relay, which stores the creation time of a new stream. */
const startMs = 2500;

describe('a service without requests and events', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(exampleService)));
  afterAll(async () => await service.stop());

  it('writes nothing to MongoDB, reads at most twice a second, and polls the clock less often', async () => {
    await sleep(startMs);
    const commands: string[] = [];
    const listen = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }) =>
      void commands.push(`${commandName} ${String(command[commandName])}`);
    const client = service.platform.connection.getClient();
    client.on('commandStarted', listen);
    await sleep(observedMs);
    client.off('commandStarted', listen);
    expect(commands.filter((command) => !command.startsWith('find '))).toEqual([]);
    expect(commands).not.toContain('find business_clock');
    expect(commands.length).toBeLessThanOrEqual((maxReadsPerSecond * observedMs) / 1000);
  });
});
