/** Maximum number of calls read of a trace; a notice says when there are more. */
export const MAX_CALLS = 500_000;
