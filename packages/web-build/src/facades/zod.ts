// zod for the contracts in browsers. Without `jitless` it would try `new Function`, which the CSP reports.
import { config, z } from 'zod';

config({ jitless: true });
export { z };
