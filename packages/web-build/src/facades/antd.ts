// The antd components that the author pages use; the shell shares one copy of them. Add a line here before a page uses
// another component. Every author downloads all of them, because they are one file.
export { default as ConfigProvider } from 'antd/es/config-provider';
export type { ThemeConfig } from 'antd/es/config-provider';
export { default as Drawer } from 'antd/es/drawer';
export { default as Dropdown } from 'antd/es/dropdown';
export type { MenuProps } from 'antd/es/menu';
export { default as Modal } from 'antd/es/modal';
export { default as theme } from 'antd/es/theme';
