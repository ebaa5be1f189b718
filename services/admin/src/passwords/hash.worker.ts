export { default } from '@inkbear/service-kit/password-work';
