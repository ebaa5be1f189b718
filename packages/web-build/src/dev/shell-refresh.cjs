// A remote refreshes through the shell's React Refresh, since the shell's React draws it.
module.exports = globalThis.__inkbearRefresh;
