import { allOperations } from "@/lib/api/contract/operations";

const HEAD = `"""The operations of a service: method, path, and whether it only reads. Generated from the table of operations."""

# fmt: off
OPERATIONS = {
`;

/** Returns the operations table of the Python client: those that take JSON or nothing. */
export function pythonOperations(): string {
  const rows = allOperations
    .filter(({ body, result }) => body.kind !== "media" && result.kind !== "bytes")
    .map(({ id, method, path, effect }) => {
      const isRead = effect === "read" ? "True" : "False";
      return `    "${id}": ("${method}", "${path}", ${isRead}),\n`;
    });
  return `${HEAD}${rows.join("")}}\n`;
}
