import { drawEarlyBooks } from './app/dashboard/early-books.ts';

// Runs before the shell where a page came as an outline; whatever it imports delays the shell and must stay small.
const root = document.getElementById('root');
if (root) drawEarlyBooks(root, Date.now());
