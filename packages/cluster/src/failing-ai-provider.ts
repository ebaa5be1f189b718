import { stringify } from 'yaml';
import { kubectl } from './cluster.ts';
import { repository } from './images.ts';
import { imageTag } from './installation.ts';

const name = 'failing-ai-provider';
const port = 8080;

/** Answers as Chat Completions for its first minute and a half, then fails every request. */
const script = `
  import { createServer } from 'node:http';
  const failsAt = Date.now() + 90_000;
  const send = (response, chunk) => response.write('data: ' + JSON.stringify(chunk) + '\\n\\n');
  createServer((request, response) => {
    request.resume().on('end', () => {
      if (Date.now() > failsAt) return response.writeHead(500).end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send(response, { choices: [{ delta: { content: 'The harbour was quiet.' } }] });
      send(response, { choices: [], usage: { prompt_tokens: 10, completion_tokens: 10 } });
      response.end('data: [DONE]\\n\\n');
    });
  }).listen(${port});
`;

const labels = { 'app.kubernetes.io/name': name };
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'provider',
        image: `${repository}-operations:${imageTag}`,
        imagePullPolicy: 'Never',
        command: ['/usr/local/bin/node', '--input-type=module', '--eval', script],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  },
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: labels, ports: [{ port, targetPort: port }] },
};

/** Starts an AI provider that soon fails. The release reaches it with `failingProviderValues`. */
export async function startFailingAiProvider(): Promise<void> {
  await kubectl(['apply', '--filename=-'], { input: `${stringify(pod)}---\n${stringify(service)}` });
  await kubectl(['wait', `pod/${name}`, '--for=condition=ready', '--timeout=60s']);
}

/** Values of the chart: the provider, the way to it, and a price at which one call costs more than a day may. */
export const failingProviderValues: readonly string[] = [
  `services.ai.env.OPENAI_BASE_URL=http://${name}:${port}/v1`,
  'services.ai.env.OUTPUT_PRICE_PER_MILLION=100000000',
  `network.internet.port=${port}`,
  `network.internet.to[0].podSelector.matchLabels.app\\.kubernetes\\.io/name=${name}`,
];
