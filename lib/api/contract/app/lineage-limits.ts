/** Maximum trajectories in one request. A job may have more: they are recorded in several requests. */
export const TRAINED_PER_REQUEST = 500;

/** Header in which the browser names the plan of a job to the relay. */
export const PLAN_HEADER = "heddle-plan";

/** Maximum number of trajectories in one response. */
export const LINEAGE_PAGE = 500;
