import { runOperations } from '@inkbear/service-kit/run-operations';
import { definition } from './definition.ts';

await runOperations(definition);
