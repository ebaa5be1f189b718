/** Loaded with `--import` into a process that is measured: tells its parent the processor time that it has used so far, in µs. */
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.channel?.unref();
