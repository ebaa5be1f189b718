export function skeletonFiles(name: string): Readonly<Record<string, string>>;
