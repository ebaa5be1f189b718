import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFrontends, root } from '../frontends.ts';
import dynamicCss from './dynamic-css.ts';
import icons from './icons.ts';

it('every style that antd writes carries the page’s nonce', () => {
  const source = readFileSync(path.join(root, 'node_modules/@rc-component/util/es/Dom/dynamicCSS.js'), 'utf8');
  expect(dynamicCss(source)).toContain("document.querySelector('meta[property=csp-nonce]')?.nonce");
  expect(() => dynamicCss('export {}')).toThrow('has changed');
});

it('an import of icons reads only those icons', () => {
  expect(icons("import { PlusOutlined,\n  EditOutlined } from '@ant-design/icons';")).toBe(
    "import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined.js'; import EditOutlined from '@ant-design/icons/es/icons/EditOutlined.js';",
  );
});

it('the four frontends are found, the shell first', () => {
  expect(listFrontends().map(({ name }) => name)).toEqual(['shell', 'admin', 'author', 'marketing']);
  expect(() => listFrontends(['nothing'])).toThrow('There is no frontend called nothing.');
});

it('the admin console bundles antd through a facade of its own, all others share the three components of the shell', () => {
  expect(listFrontends().map(({ name, ownAntd }) => [name, ownAntd])).toEqual([
    ['shell', null],
    ['admin', 'antd-admin.ts'],
    ['author', null],
    ['marketing', null],
  ]);
  const shared = readFileSync(path.join(import.meta.dirname, '../facades/antd.ts'), 'utf8');
  const components = [...shared.matchAll(/default as ([A-Z]\w+)/g)].map(([, name]) => name);
  expect(components).toEqual(['ConfigProvider', 'Drawer', 'Dropdown', 'Modal']);
});
