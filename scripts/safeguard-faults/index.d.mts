export interface SafeguardFault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly kind: string;
  readonly tests: readonly string[];
}
export const faults: readonly SafeguardFault[];
