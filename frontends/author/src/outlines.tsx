import { listBooks } from '@inkbear/contracts/books/book';
import type { Outlines } from '@inkbear/web-kit/remote-contract.ts';
import { DashboardOutline } from './app/dashboard/dashboard-outline.tsx';

const outlines: Outlines = { '/dashboard': { content: <DashboardOutline />, reads: [listBooks] } };

export default outlines;
