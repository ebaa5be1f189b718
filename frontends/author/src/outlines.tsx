import type { Outlines } from '@inkbear/web-kit/remote-contract.ts';
import { DashboardOutline } from './app/dashboard/dashboard-outline.tsx';

const outlines: Outlines = { '/dashboard': <DashboardOutline /> };

export default outlines;
