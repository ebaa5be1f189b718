import { startTestPod } from './test-pod.ts';

const name = 'failing-ai-provider';
const port = 8080;

/** A request whose text contains this is refused with 401, as if the key were wrong. */
export const refusedText = 'Refuse this sentence.';

/** Answers as Chat Completions for its first minute and a half, then fails every request that it does not refuse. */
const script = `
  import { createServer } from 'node:http';
  const failsAt = Date.now() + 90_000;
  const send = (response, chunk) => response.write('data: ' + JSON.stringify(chunk) + '\\n\\n');
  createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece)).on('end', () => {
      if (body.includes('${refusedText}')) return response.writeHead(401).end('{}');
      if (Date.now() > failsAt) return response.writeHead(500).end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send(response, { choices: [{ delta: { content: 'The harbour was quiet.' } }] });
      send(response, { choices: [], usage: { prompt_tokens: 10, completion_tokens: 10 } });
      response.end('data: [DONE]\\n\\n');
    });
  }).listen(${port});
`;

/** Starts an AI provider that refuses some requests and soon fails. The release reaches it with `failingProviderValues`. */
export const startFailingAiProvider = (): Promise<void> => startTestPod({ name, script, port });

/** Values of the chart: the provider, network access to it, and a price at which one call costs more than a day may. */
export const failingProviderValues: readonly string[] = [
  `services.ai.env.OPENAI_BASE_URL=http://${name}:${port}/v1`,
  'services.ai.env.OUTPUT_PRICE_PER_MILLION=100000000',
  `network.internet.port=${port}`,
  `network.internet.to[0].podSelector.matchLabels.app\\.kubernetes\\.io/name=${name}`,
];
