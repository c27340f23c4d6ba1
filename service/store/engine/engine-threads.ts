/**
 * Every statement that the embedded engine runs occupies one of libuv's threads, of which Node has four unless
 * `UV_THREADPOOL_SIZE` says otherwise before the process starts. Files and password hashes need some, too.
 */
export const SERVICE_THREADS = 16;

/**
 * How many queries may run at once, short ones and streams, so that a thread is always left for the writer and for
 * stopping a query.
 * @param threadCount the process's `UV_THREADPOOL_SIZE`
 */
export function maxConcurrentQueries(threadCount = Number(process.env.UV_THREADPOOL_SIZE ?? 4)): {
  readonly readers: number;
  readonly streams: number;
} {
  const each = Math.max(1, Math.min(6, Math.floor((threadCount - 2) / 2)));
  return { readers: each, streams: each };
}
