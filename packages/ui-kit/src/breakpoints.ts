/** The widths of the window at which layouts change, in pixels. A stylesheet writes `@media (width < 720px)`. */
export const breakpoints = [480, 560, 720, 900, 1024, 1280] as const;
export type Breakpoint = (typeof breakpoints)[number];

/** The widths of an element at which its content changes: `@container (width < 600px)`. */
export const containerWidths = [340, 480, 600] as const;
