import { metrics } from '@opentelemetry/api';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';

/** Node's histogram of delays contains this interval: the delay of an idle event loop is shown as 20 ms. */
const sampleEveryMs = 20;

/**
 * Starts the metrics of Node.js itself. Sampling the delay of the event loop wakes the process 50 times a second, half of
 * the cost of an idle process, so it begins with the first scrape.
 */
export const startRuntimeMetrics = (): void =>
  new RuntimeNodeInstrumentation({ monitoringPrecision: sampleEveryMs }).setMeterProvider(metrics.getMeterProvider());
