/** Tasks that the settings of a run can contain. Apart from the schemas: pages do not load those first. */
export const MAX_INLINE_TASKS = 1000;
