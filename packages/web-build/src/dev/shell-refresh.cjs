// A remote uses the shell's React Refresh runtime, because the shell's React renders it.
module.exports = globalThis.__inkbearRefresh;
