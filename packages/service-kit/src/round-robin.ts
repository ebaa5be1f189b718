/** Orders items round robin by user, so that a user with many of them does not delay the others. */
export function roundRobinByUser<T extends { readonly userId: string }>(items: readonly T[]): T[] {
  const queues = [...Map.groupBy(items, ({ userId }) => userId).values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat();
}
