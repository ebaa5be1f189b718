import { runOperations } from '@inkbear/service-kit/run-operations';
import { definition } from './definition.ts';
import { operations } from './operations.ts';

await runOperations(definition, operations);
