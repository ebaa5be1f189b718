// antd for component tests: the components of the author pages, as in the build, from antd's CommonJS files.
module.exports = require('./antd-facade.cjs')('antd.ts');
