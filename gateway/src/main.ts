import { runServer } from '@inkbear/service-kit/run-server';
import { definition } from './definition.ts';

await runServer(definition);
