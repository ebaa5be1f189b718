import { TipLibrary } from '../../../features/tips/components/tip-library.tsx';

export default TipLibrary;
