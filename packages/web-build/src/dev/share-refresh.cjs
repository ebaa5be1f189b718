// The shell's first module: shares its React Refresh runtime with the remotes.
globalThis.__inkbearRefresh = require('react-refresh/runtime');
