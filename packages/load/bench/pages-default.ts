import path from 'node:path';
import { frontendNames } from '@inkbear/contracts/services';
import { freePorts } from '@inkbear/local/free-port';
import { checkReadiness, type ProcessPlan } from '@inkbear/local/process-plan';
import { type PlanContext, planProcesses } from '@inkbear/local/product-processes';

export const baselineName = 'baseline-gateway';

/** Adds a second gateway to the stack, which serves the frontends of another build. */
export const withBaseline =
  (builds: string) =>
  async (context: PlanContext): Promise<ProcessPlan[]> => {
    const plans = await planProcesses(context);
    const gateway = plans.find(({ name }) => name === 'gateway');
    const [port] = await freePorts(1);
    if (!gateway) throw new Error('The stack has no gateway.');
    const url = `http://localhost:${port}`;
    const folders = Object.fromEntries(
      frontendNames.map((name) => [`${name.toUpperCase()}_ASSETS`, path.join(builds, name)]),
    );
    const env = { ...gateway.env, ...folders, PORT: String(port), PUBLIC_URL: url };
    return [
      ...plans,
      {
        ...gateway,
        name: baselineName,
        url,
        env,
        logFile: context.data.file(`logs/${baselineName}.log`),
        whyNotReady: () => checkReadiness(`${url}/readyz`),
      },
    ];
  };
