import { fillSkeletonBooks } from './pages/dashboard/fill-skeleton-books.ts';

// Runs before the shell on pages that were prerendered as a skeleton. Its imports delay the shell, so they must stay
// small.
const root = document.getElementById('root');
if (root) fillSkeletonBooks(root, Date.now());
