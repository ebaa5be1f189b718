import type { Job } from '@inkbear/service-kit/jobs';

export const jobs = (): Job[] => [];
