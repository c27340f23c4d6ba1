/** Names that are used for the same thing, the likeliest first. */
const ALIKE: readonly (readonly string[])[] = [
  ["question", "user_input", "input", "prompt", "query", "instruction", "task", "message", "text"],
  ["expected", "expected_output", "answer", "target", "ground_truth", "reference", "label", "output", "solution"],
  ["context", "contexts", "documents", "passage", "source"],
];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

/** Returns the column that a name most likely means: spelled in another way, or used for the same thing; "" for none. */
export function proposedColumn(name: string, columns: readonly string[]): string {
  const same = columns.find((column) => plain(column) === plain(name));
  if (same !== undefined) return same;
  const alike = ALIKE.find((names) => names.some((one) => plain(one) === plain(name))) ?? [];
  return alike.flatMap((one) => columns.find((column) => plain(column) === plain(one)) ?? [])[0] ?? "";
}
