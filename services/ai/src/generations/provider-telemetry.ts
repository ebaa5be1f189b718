import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { SpanKind, SpanStatusCode, startSpan } from '@inkbear/service-kit/telemetry';
import type { TokenPrices } from '../models/model-catalogue.ts';
import type { TokenUsage } from '../providers/provider.ts';
import type { ProviderTaskKind } from './task.ts';

/** The cost of tokens in US dollars. */
export const costOf = ({ input, cached, cacheWrite, output }: TokenUsage, prices: TokenPrices): number =>
  ((input - cached - cacheWrite) * prices.input +
    cached * prices.cachedInput +
    cacheWrite * prices.cacheWrite +
    output * prices.output) /
  1_000_000;

export type CallOutcome = 'finished' | 'stopped' | 'refused' | 'failed';

/** Records the metrics and the span of one provider call, which starts when the object is created. */
export class ProviderCallTelemetry {
  readonly #kind: ProviderTaskKind;
  readonly #startedAt = performance.now();
  readonly #span: ReturnType<typeof startSpan>;
  #hasText = false;

  constructor(kind: ProviderTaskKind) {
    this.#kind = kind;
    this.#span = startSpan(`chat ${kind}`, SpanKind.CLIENT, { 'gen_ai.operation.name': 'chat', kind });
  }

  /** Call this for each piece of text. The first piece is recorded as the time to the first chunk. */
  recordText(): void {
    if (this.#hasText) return;
    this.#hasText = true;
    this.#span.addEvent('first_chunk');
    metrics.record('gen_ai.client.operation.time_to_first_chunk', { kind: this.#kind }, this.#seconds());
  }

  recordEnd(outcome: CallOutcome): void {
    metrics.record('gen_ai.client.operation.duration', { kind: this.#kind, outcome }, this.#seconds());
    this.#span.setAttribute('outcome', outcome);
    if (outcome === 'refused' || outcome === 'failed') this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }

  recordTokens(tokens: TokenUsage, prices: TokenPrices): void {
    const kind = this.#kind;
    metrics.record('gen_ai.client.token.usage', { kind, 'gen_ai.token.type': 'input' }, tokens.input);
    metrics.record('gen_ai.client.token.usage', { kind, 'gen_ai.token.type': 'output' }, tokens.output);
    metrics.count('inkbear.ai.cost', { kind }, costOf(tokens, prices));
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}
