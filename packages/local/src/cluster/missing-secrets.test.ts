import { describe, expect, it } from '@jest/globals';
import type { Secret } from './cluster-secrets.ts';
import { missingSecrets } from './missing-secrets.ts';

const names = ['inkbear-settings', 'inkbear-keys', 'inkbear-connections-books', 'inkbear-mongodb', 'inkbear-nats'];
const secrets = names.map((name): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'inkbear' },
  stringData: {},
}));
const missingNames = (existing: readonly string[]) =>
  missingSecrets(secrets, existing).map(({ metadata }) => metadata.name);

describe('missingSecrets', () => {
  it('lists all Secrets for an empty cluster and none for a complete one', () => {
    expect(missingNames([''])).toEqual(names);
    expect(missingNames(names.map((name) => `secret/${name}`))).toEqual([]);
  });

  it('leaves out keys and settings that exist', () => {
    expect(missingNames(['secret/inkbear-keys', 'secret/other'])).toEqual(
      names.filter((name) => name !== 'inkbear-keys'),
    );
    expect(missingNames(names.filter((name) => name !== 'inkbear-settings'))).toEqual(['inkbear-settings']);
  });

  it('throws when only some of the Secrets with the same passwords exist', () => {
    expect(() => missingNames(names.filter((name) => name !== 'inkbear-nats'))).toThrow('inkbear-nats');
  });
});
