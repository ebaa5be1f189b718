import type { Migration } from '@inkbear/service-kit/migrations';
import { site } from './0001-site.ts';
import { projections } from './0002-projections.ts';
import { logos } from './0003-logos.ts';
import { recomputeRemovals } from './0004-recompute-removals.ts';
import { dataPart } from './0005-data.ts';

export const migrations: readonly Migration[] = [site, projections, logos, recomputeRemovals, dataPart];
