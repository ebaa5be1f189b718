export { default } from '@inkbear/eslint-config/stylelint.js';
