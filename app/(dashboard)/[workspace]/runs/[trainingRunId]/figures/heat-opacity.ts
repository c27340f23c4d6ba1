const MIN_OPACITY = 0.12;

/** The opacity of a cell with a share of rollouts, above 0: the smallest share can still be seen. */
export const heatOpacity = (share: number): number => MIN_OPACITY + (1 - MIN_OPACITY) * share;
