import path from 'node:path';

export const chartFolder = path.resolve(import.meta.dirname, '../../../charts/inkbear');
