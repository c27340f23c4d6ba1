/** The most conditions on the calls of threads in one request. */
export const MAX_THREAD_CONDITIONS = 20;
