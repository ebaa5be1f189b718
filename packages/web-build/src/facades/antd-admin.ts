// The antd components of the admin console, imported as `antd/admin` and bundled into the admin remote only. A
// component that is not listed here does not compile.
export { default as ConfigProvider } from 'antd/es/config-provider';
export type { ThemeConfig } from 'antd/es/config-provider';
export { default as Checkbox } from 'antd/es/checkbox';
export { default as DatePicker } from 'antd/es/date-picker';
export type { PickerLocale } from 'antd/es/date-picker/generatePicker';
export { default as Descriptions } from 'antd/es/descriptions';
export { default as Drawer } from 'antd/es/drawer';
export { default as Form } from 'antd/es/form';
export type { FormInstance } from 'antd/es/form';
export { default as Input } from 'antd/es/input';
export { default as InputNumber } from 'antd/es/input-number';
export { default as Modal } from 'antd/es/modal';
export { default as Select } from 'antd/es/select';
export { default as Statistic } from 'antd/es/statistic';
export { default as Table } from 'antd/es/table';
export type { ColumnType as TableColumnType, TableProps } from 'antd/es/table';
export { default as Tabs } from 'antd/es/tabs';
export { default as Tag } from 'antd/es/tag';
export { default as theme } from 'antd/es/theme';
