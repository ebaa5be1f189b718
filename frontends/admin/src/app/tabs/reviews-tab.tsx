export { ReviewTable as default } from '../../features/reviews/review-table.tsx';
