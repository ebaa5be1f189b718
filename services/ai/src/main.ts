import { runService } from '@inkbear/service-kit/run-service';
import { definition } from './definition.ts';

await runService(definition);
