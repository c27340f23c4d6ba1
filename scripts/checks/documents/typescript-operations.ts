import { clientOperations, clientRow } from "@/scripts/client/client-operations";

const HEAD = `import type { OperationRow } from "./operation-row";

/** The operations of a service by their ids. Generated from the table of operations. */
export const OPERATIONS: Readonly<Record<string, OperationRow>> = {
`;

/** Returns the operations table of the TypeScript client. */
export function typescriptOperations(): string {
  const rows = clientOperations.map((operation) => {
    const members = Object.entries(clientRow(operation)).map(([name, value]) => `${name}: ${listText(value)}`);
    return `  "${operation.id}": { ${members.join(", ")} },\n`;
  });
  return `${HEAD}${rows.join("")}};\n`;
}

const listText = (value: unknown): string => JSON.stringify(value).replaceAll(",", ", ");
