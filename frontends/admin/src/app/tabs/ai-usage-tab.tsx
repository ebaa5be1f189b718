export { UsageTable as default } from '../../features/ai-usage/usage-table.tsx';
