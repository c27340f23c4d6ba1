/** Returns the informative line of an exception: the last one of a traceback, otherwise the first. */
export function exceptionLine(exception: string): string {
  const lines = exception.trim().split("\n");
  const isTraceback = /^Traceback/.test(lines[0] ?? "");
  return ((isTraceback ? lines.at(-1) : lines[0]) ?? "").trim();
}
