import { afterEach, describe, expect, it, vi } from "vitest";
import { appendToTable, publishDataset, publishTable, requestParts } from "./publish-table";

afterEach(() => vi.unstubAllGlobals());

const place = { connectionId: "c1", projectId: "demo/airline" };
const manyRows = Array.from({ length: 45_000 }, (_, index) => ({ id: index }));

/** A service that stores rows; `answers` changes its responses. */
function serving(
  answer: (operation: string, body: { table?: { rows: unknown[] }; row_digests?: string[] }) => unknown,
) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const operation = path.split("/").at(-1) ?? "";
    requests.push(operation);
    return new Response(JSON.stringify(answer(operation, JSON.parse(String(init.body)))));
  });
  return requests;
}

describe("publishing a table", () => {
  it("is one request for rows that fit into one", async () => {
    const requests = serving(() => ({ digest: "t1" }));
    await expect(publishTable(place, [{ a: 1 }], new AbortController().signal, vi.fn())).resolves.toBe("t1");
    expect(requests).toEqual(["table.create"]);
  });

  it("stores many rows in parts and creates the table from all of them, in order", async () => {
    let put: string[] = [];
    serving((operation, body) => {
      if (operation === "table.createFromDigests") {
        put = body.row_digests ?? [];
        return { digest: "whole" };
      }
      return { digest: "part", row_digests: body.table?.rows.map((row) => `r${(row as { id: number }).id}`) };
    });
    const onStored = vi.fn();
    await expect(publishTable(place, manyRows, new AbortController().signal, onStored)).resolves.toBe("whole");
    expect(put).toEqual(manyRows.map(({ id }) => `r${id}`));
    expect(onStored.mock.calls.map(([count]) => count)).toEqual([20_000, 40_000, 45_000]);
  });

  it("creates no table from parts when the service does not return their row digests", async () => {
    const requests = serving(() => ({ digest: "part" }));
    await expect(publishTable(place, manyRows, new AbortController().signal, vi.fn())).rejects.toThrow(
      "did not return digests",
    );
    expect(requests).not.toContain("table.createFromDigests");
  });

  it("keeps a request below its size limit, and sends a longer row alone", () => {
    const long = { text: "x".repeat(9_000_000) };
    expect([...requestParts([long, long, { a: 1 }, long])].map((part) => part.length)).toEqual([1, 2, 1]);
  });
});

describe("appending rows to a table", () => {
  it("adds them part by part, each part after the table that the previous one created", async () => {
    const bases: unknown[] = [];
    serving((_operation, body) => {
      bases.push((body as { base_digest?: string }).base_digest);
      return { digest: `t${bases.length}` };
    });
    const { signal } = new AbortController();
    await expect(appendToTable(place, "t0", manyRows, signal, vi.fn())).resolves.toBe("t3");
    expect(bases).toEqual(["t0", "t1", "t2"]);
  });
});

describe("a version of a dataset", () => {
  it("keeps the other members of the previous version, and sets its own name and rows", async () => {
    let stored: unknown;
    serving((_operation, body) => {
      stored = (body as { obj?: { val: unknown } }).obj?.val;
      return { digest: "v2" };
    });
    const remaining = {
      _class_name: "Tasks",
      description: "Airline tasks",
      name: "before",
      rows: "weave:///a/b/table/old",
    };
    await publishDataset(place, "tasks", "t1", new AbortController().signal, remaining);
    expect(stored).toMatchObject({
      _type: "Dataset",
      _class_name: "Tasks",
      description: "Airline tasks",
      name: "tasks",
      rows: "weave:///demo/airline/table/t1",
    });
  });
});
