import { config } from 'zod';

// To be imported before any schema: zod tries whether it may compile them, which the page's policy refuses and the
// browser reports.
config({ jitless: true });
