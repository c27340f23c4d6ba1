/** The words after `heddle run`. */
export const RUN_WORDS = ["start", "watch", "import"] as const;
