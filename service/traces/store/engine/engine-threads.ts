/**
 * Every statement that the embedded engine runs occupies one of libuv's threads. Node has four unless
 * `UV_THREADPOOL_SIZE` is set before the process starts. Files and password hashes need some threads too.
 */
export const SERVICE_THREADS = 16;

/**
 * Returns how many queries, short reads and streams, may run at once, so that one thread is always left for the writer
 * and one for stopping a query.
 * @param threadCount the process's `UV_THREADPOOL_SIZE`
 */
export function maxConcurrentQueries(threadCount = Number(process.env.UV_THREADPOOL_SIZE ?? 4)): {
  readonly readers: number;
  readonly streams: number;
} {
  const each = Math.max(1, Math.min(6, Math.floor((threadCount - 2) / 2)));
  return { readers: each, streams: each };
}
