import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { processNames } from '@inkbear/contracts/services';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { fileOf, readGolden, readYaml } from './golden.ts';

interface Profile {
  readonly name: string;
  readonly patches?: readonly { readonly op: string; readonly path: string; readonly value: unknown }[];
  readonly portForward?: readonly object[];
  readonly build?: { readonly tagPolicy: object };
}
interface SkaffoldConfig {
  readonly manifests?: { readonly kustomize: { readonly paths: readonly string[] } };
  readonly build?: {
    readonly artifacts: readonly {
      readonly image: string;
      readonly docker: { readonly target: string; readonly buildArgs: { readonly WORKSPACE: string } };
    }[];
  };
  readonly deploy: {
    readonly helm?: {
      readonly releases: readonly {
        readonly setValues: Readonly<Record<string, unknown>>;
        readonly setValueTemplates: Readonly<Record<string, string>>;
      }[];
    };
  };
  readonly portForward?: readonly object[];
  readonly profiles?: readonly Profile[];
}

const readDocuments = <T>(file: string): T[] =>
  parseAllDocuments(readFileSync(fileOf(file), 'utf8')).map((document) => document.toJS() as T);

/** The workspace of an image, and the Helm value of its workload, e.g. `services.books`. */
function workloadOf(image: string): { readonly workspace: string; readonly value: string } {
  const name = image.replace(/^inkbear-(frontend-)?/, '');
  if (image.startsWith('inkbear-frontend-')) return { workspace: `frontends/${name}`, value: `frontends.${name}` };
  if (name === 'gateway') return { workspace: name, value: name };
  if (name === 'operations') return { workspace: `packages/${name}`, value: name };
  return { workspace: `services/${name}`, value: `services.${name}` };
}

describe('skaffold.yaml', () => {
  const [cluster, release] = readDocuments<SkaffoldConfig>('skaffold.yaml');
  const helm = release?.deploy.helm?.releases[0];

  it('builds an image for each workload of a trial, one per workspace, and installs it', () => {
    const built = release?.build?.artifacts ?? [];
    const workloads = readGolden('small')
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata }) => metadata.name);
    expect(built.map(({ image }) => image).sort()).toEqual([...workloads, 'inkbear-operations'].sort());
    for (const { image, docker } of built) {
      const { workspace, value } = workloadOf(image);
      const target = image.startsWith('inkbear-frontend-') ? 'frontend' : 'server';
      expect(docker).toEqual({ target, buildArgs: { WORKSPACE: workspace } });
      const template = `{{.IMAGE_FULLY_QUALIFIED_${image.replaceAll('-', '_')}}}`;
      expect([image, helm?.setValueTemplates[`${value}.image`]]).toEqual([image, template]);
    }
    expect(helm?.setValues).toEqual({ trial: true });
  });

  it('refers only to existing folders and files', () => {
    for (const folder of cluster?.manifests?.kustomize.paths ?? [])
      expect(readYaml(folder, 'kustomization.yaml')['kind']).toBe('Kustomization');
    const text = readFileSync(fileOf('skaffold.yaml'), 'utf8');
    for (const [file] of text.matchAll(/(?<![\w/])k8s\/[\w/.-]+\.yaml/g)) expect(readDocuments(file)).not.toEqual([]);
  });

  it('has profiles for development, debugging and CI, whose patches have existing paths', () => {
    const profiles = release?.profiles ?? [];
    expect(profiles.map(({ name, portForward }) => [name, portForward?.length ?? 0])).toEqual([
      ['dev', 1],
      ['debug', 1],
      ['ci', 0],
    ]);
    expect(release?.portForward).toBeUndefined();
    for (const { path } of profiles.flatMap(({ patches = [] }) => patches))
      expect(path).toMatch(
        /^\/deploy\/helm\/releases\/0\/(valuesFiles|setValues\/(logLevel|defaults\.env\.NODE_OPTIONS))$/,
      );
    expect(profiles.at(-1)?.build?.tagPolicy).toEqual({ inputDigest: {} });
  });
});

describe('the overlays of k8s', () => {
  const overlays = ['dev', 'staging', 'prod', 'offline'] as const;
  const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  /** Merges values as Helm does. */
  function merge(base: Record<string, unknown>, overrides: Record<string, unknown>): Record<string, unknown> {
    const merged = { ...base };
    for (const [key, value] of Object.entries(overrides)) {
      const before = base[key];
      merged[key] = isMap(before) && isMap(value) ? merge(before, value) : value;
    }
    return merged;
  }

  it.each(overlays)('%s has values that the schema of the chart accepts', (name) => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
      JSON.parse(readFileSync(fileOf('charts/inkbear/values.schema.json'), 'utf8')) as object,
    );
    const values = merge(readYaml('charts/inkbear/values.yaml'), readYaml('k8s/overlays', name, 'values.yaml'));
    expect([validate(values), validate.errors]).toEqual([true, null]);
  });

  it('name the pods that may call the gateway when an Ingress is in front of it', () => {
    const withIngress = overlays.flatMap((name) => {
      const { ingress, network } = readYaml('k8s/overlays', name, 'values.yaml');
      return ingress?.['enabled'] ? [[name, (network?.['gatewayFrom'] as object[] | undefined)?.length]] : [];
    });
    expect(withIngress).toEqual([
      ['staging', 1],
      ['prod', 1],
    ]);
  });

  it('differ in servers, replicas and backups', () => {
    const [dev, staging, prod] = overlays.map((name) => readYaml('k8s/overlays', name, 'values.yaml'));
    expect([dev?.['trial'], staging?.['trial'], prod?.['trial']]).toEqual([true, true, undefined]);
    expect(dev).toMatchObject({ defaults: { replicas: 1 } });
    for (const each of [staging, prod])
      expect(each).toMatchObject({
        backup: { enabled: true, claim: 'inkbear-backups' },
        metrics: { podMonitor: true },
      });
    expect(prod).toMatchObject({ defaults: { autoscaling: { enabled: true } }, payments: { mode: 'stripe' } });
  });

  it('scrape every process that has metrics', () => {
    const config = readYaml('k8s/overlays/dev/prometheus-config.yaml') as unknown as {
      scrape_configs: { dns_sd_configs: { names: string[] }[] }[];
    };
    expect(config.scrape_configs[0]?.dns_sd_configs[0]?.names).toEqual(
      processNames.map((name) => `inkbear-${name}-metrics`),
    );
  });

  it('pin each image to one version', () => {
    const files = ['k8s/base/collector.yaml', 'k8s/overlays/dev/jaeger.yaml', 'k8s/overlays/dev/prometheus.yaml'];
    const images = files.flatMap((file) => [...readFileSync(fileOf(file), 'utf8').matchAll(/image: (\S+)/g)]);
    expect(images).toHaveLength(3);
    for (const [, image] of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
  });

  it('offline is dev with images that `npm run images -- --servers` builds, and shows its traces without Jaeger', () => {
    const [dev, offline] = ['dev', 'offline'].map((name) => readYaml('k8s/overlays', name, 'values.yaml'));
    expect(offline).toEqual({
      ...dev,
      image: { repository: 'localhost/inkbear', tag: '0.0.0', pullPolicy: 'Never' },
      trialServers: { mongodb: { image: 'localhost/mongod:test' }, nats: { image: 'localhost/nats-server:test' } },
    });
    const kustomization = readYaml('k8s/overlays/offline/kustomization.yaml') as unknown as {
      resources: string[];
      images: { name: string; newName: string; newTag: string }[];
      configMapGenerator: { name: string; behavior: string; files: string[] }[];
      patches: { target: object; patch: string }[];
    };
    expect(kustomization.resources).toEqual(['../dev']);
    expect(kustomization.images.map(({ newName, newTag }) => `${newName}:${newTag}`)).toEqual([
      'localhost/prometheus:test',
      'localhost/inkbear-operations:0.0.0',
    ]);
    const replaced = ['k8s/base/collector.yaml', 'k8s/overlays/dev/prometheus.yaml'];
    const texts = replaced.map((file) => readFileSync(fileOf(file), 'utf8')).join('');
    for (const { name } of kustomization.images) expect(texts).toContain(`image: ${name}:`);
    expect(kustomization.configMapGenerator).toEqual([
      { name: 'collector', behavior: 'replace', files: ['trace-receiver.mjs'] },
    ]);
    expect(kustomization.patches.map(({ target }) => target)).toEqual([
      { kind: 'Deployment', name: 'collector' },
      { kind: 'Deployment|Service|NetworkPolicy|ConfigMap', name: 'jaeger' },
    ]);
    expect(kustomization.patches[0]?.patch).toContain('/etc/collector/trace-receiver.mjs');
  });

  it('send the traces of dev to its own Jaeger, which only the collector reaches and which keeps a bounded number', () => {
    const collector = readYaml('k8s/overlays/dev/collector-config.yaml');
    expect(collector).toMatchObject({
      exporters: { otlp_http: { endpoint: 'http://jaeger:4318' } },
      service: { pipelines: { traces: { exporters: ['otlp_http'] } } },
    });
    expect(readYaml('k8s/overlays/dev/jaeger-config.yaml')).toMatchObject({
      receivers: { otlp: { protocols: { http: { endpoint: '0.0.0.0:4318' } } } },
      extensions: { jaeger_storage: { backends: { memory: { memory: { max_traces: expect.any(Number) } } } } },
    });
    const manifests = readDocuments<{ kind: string; spec: Record<string, unknown> }>('k8s/overlays/dev/jaeger.yaml');
    const specOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec;
    // Without a type the Service has an address inside the cluster only.
    expect(specOf('Service')?.['type']).toBeUndefined();
    expect(specOf('NetworkPolicy')).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'jaeger' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          ports: [{ port: 4318, protocol: 'TCP' }],
          from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'collector' } } }],
        },
      ],
    });
    for (const name of ['base', 'overlays/staging', 'overlays/prod'])
      expect(readFileSync(fileOf(`k8s/${name}/kustomization.yaml`), 'utf8')).not.toContain('jaeger');
  });
});
