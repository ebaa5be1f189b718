import { drawEarlyBooks } from './pages/dashboard/early-books.ts';

// Runs before the shell on pages that were prerendered as a skeleton. Its imports delay the shell, so they must stay
// small.
const root = document.getElementById('root');
if (root) drawEarlyBooks(root, Date.now());
