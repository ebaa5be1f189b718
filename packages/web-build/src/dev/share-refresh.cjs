// The shell's first module: hands its React Refresh to the remotes.
globalThis.__inkbearRefresh = require('react-refresh/runtime');
