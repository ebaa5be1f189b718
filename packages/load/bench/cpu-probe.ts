/**
 * Loaded with `--import` into a process that is measured: tells its parent the processor time that it has used so far,
 * in µs, and ends when the parent does.
 */
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
