import { describe, expect, it } from "vitest";
import { allAppOperations } from "@/lib/api/contract/app/app-operations";
import { allOperations, type OperationId } from "@/lib/api/contract/operations";
import { appOperationRow } from "./app-operation-rows";
import { headOf } from "./operation-head";
import { operationRow } from "./operation-rows";

describe("the rows that the browser loads by subject", () => {
  it("are those of the operations table", async () => {
    for (const operation of allOperations) {
      expect(await operationRow(operation.id as OperationId)).toBe(operation);
    }
  });

  it("are those of the dashboard's own table", async () => {
    for (const operation of allAppOperations) {
      expect(await appOperationRow(operation.id as Parameters<typeof appOperationRow>[0])).toBe(operation);
    }
  });

  it("do not exist for an unknown id", async () => {
    await expect(operationRow("calls.unknown" as OperationId)).rejects.toThrow("No operation calls.unknown");
    await expect(operationRow("unknown.read" as OperationId)).rejects.toThrow("No operation unknown.read");
  });
});

describe("the head of an operation", () => {
  it("has the method and the kind of body of its row", () => {
    for (const { id, method, body } of allOperations) {
      expect(headOf(id as OperationId)).toEqual({ id, method, body: { kind: body.kind } });
    }
  });
});
