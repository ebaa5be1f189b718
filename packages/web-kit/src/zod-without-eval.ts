import { config } from 'zod';

// Import this before any schema: zod would test whether it may use eval, which the CSP blocks and the browser reports.
config({ jitless: true });
