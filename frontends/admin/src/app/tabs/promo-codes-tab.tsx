export { PromoTable as default } from '../../features/promo-codes/promo-table.tsx';
