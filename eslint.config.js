export { default } from '@inkbear/eslint-config';
