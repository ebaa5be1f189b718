/** A request for one public route. */
export interface HostileRequest {
  /** Id of the route. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Whether `If-Match` must name the current revision; a PATCH always names it. */
  readonly isConditional?: boolean;
}

export const listOf = <T>(length: number, item: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => item(index));
