const { readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * The components that a file of `src/facades` lists. Jest cannot load antd's ES modules, and the whole of antd takes
 * half a second for each test file.
 */
module.exports = (name) => {
  const source = readFileSync(path.join(__dirname, '../src/facades', name), 'utf8');
  const lines = source.matchAll(/export \{ default as (\w+) \} from 'antd\/es\/([\w-]+)'/g);
  return Object.fromEntries(
    Array.from(lines, ([, component, folder]) => [component, require(`antd/lib/${folder}`).default]),
  );
};
