/** The first line of an exception: its last line says what happened when it is a traceback. */
export function exceptionLine(exception: string): string {
  const lines = exception.trim().split("\n");
  const isTraceback = /^Traceback/.test(lines[0] ?? "");
  return ((isTraceback ? lines.at(-1) : lines[0]) ?? "").trim();
}
