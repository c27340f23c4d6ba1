/** Beside the bars of a chart, in pixels, as `Plot` leaves it for labels. */
export const BARS_MARGIN = { left: 52, right: 14 } as const;

/** Beside the lines of a chart, which have their names at the end. */
export const LINES_MARGIN = { left: 52, right: 58 } as const;
