import type { PageSkeletons } from '@inkbear/web-kit/remote-contract.ts';
import { DashboardSkeleton } from './pages/dashboard/dashboard-skeleton.tsx';

const skeletons: PageSkeletons = { '/dashboard': <DashboardSkeleton /> };

export default skeletons;
