import type { Dashboard } from '../panels.ts';
import { current, observations, observedSum, quantile, rate } from '../promql.ts';
import { line, poolPanels } from './shared-panels.ts';

export const ai: Dashboard = {
  uid: 'ai-usage',
  title: 'AI',
  description: 'Provider calls, tokens, limits and queues.',
  rows: [
    {
      title: 'Provider',
      panels: [
        {
          title: 'Calls by outcome',
          description:
            'failed: the provider could not serve the call. refused: our own limit, the key, or the request.',
          unit: 'ops',
          lines: [line(observations('gen_ai.client.operation.duration', { by: ['outcome'] }), '{{outcome}}')],
        },
        {
          title: 'Time to the first words, p95',
          unit: 's',
          redFrom: 5,
          lines: [line(quantile(0.95, 'gen_ai.client.operation.time_to_first_chunk', { by: ['kind'] }), '{{kind}}')],
        },
        {
          title: 'Duration of the whole call, p95',
          unit: 's',
          lines: [line(quantile(0.95, 'gen_ai.client.operation.duration', { by: ['kind'] }), '{{kind}}')],
        },
        {
          title: 'Tokens per second',
          unit: 'ops',
          lines: [
            line(observedSum('gen_ai.client.token.usage', { by: ['gen_ai.token.type'] }), '{{gen_ai_token_type}}'),
          ],
        },
      ],
    },
    {
      title: 'Limits',
      panels: [
        {
          title: 'Uses by outcome',
          unit: 'ops',
          lines: [line(rate('inkbear.ai.uses', { by: ['kind', 'outcome'] }), '{{kind}} {{outcome}}')],
        },
        {
          title: 'Refusals by reason',
          unit: 'ops',
          lines: [line(rate('inkbear.ai.refusals', { by: ['reason'] }), '{{reason}}')],
        },
        {
          title: 'Streams in progress',
          unit: 'short',
          lines: [
            line(
              current('sum', 'inkbear.http.event_streams', { where: { service: 'ai' }, by: ['http.route'] }),
              '{{http_route}}',
            ),
          ],
        },
      ],
    },
    { title: 'Queues', panels: poolPanels({ service: 'ai' }) },
  ],
};
