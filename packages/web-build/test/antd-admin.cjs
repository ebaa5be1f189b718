// antd for the component tests of the admin console.
module.exports = require('./antd-facade.cjs')('antd-admin.ts');
