/** The views above the table of checkpoints: scores of the evaluation, or metrics of the trainer. */
export const modelViews = ["scores", "metrics"] as const;

export type ModelViewName = (typeof modelViews)[number];
