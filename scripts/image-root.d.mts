export function listLibraries(program: string): string[];
export function normalizeFiles(folder: string): Promise<void>;
