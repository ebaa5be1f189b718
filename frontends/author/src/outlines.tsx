import { listBooks } from '@inkbear/contracts/books/book';
import type { PageSkeletons } from '@inkbear/web-kit/remote-contract.ts';
import { DashboardOutline } from './pages/dashboard/dashboard-outline.tsx';

const outlines: PageSkeletons = { '/dashboard': { content: <DashboardOutline />, reads: [listBooks] } };

export default outlines;
