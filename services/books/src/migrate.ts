import { runMigrations } from '@inkbear/service-kit/run-service';
import { definition } from './definition.ts';

await runMigrations(definition);
