import { describe, expect, it } from "vitest";
import { call, callsStreamQuery } from "@/lib/api/contract/calls/calls";
import { operations } from "@/lib/api/contract/operations";
import { readNames, readRequestNames, writeBothNames, writeRequestNames } from "./dialect";

const query = operations["calls.streamQuery"];

describe("readRequestNames", () => {
  it("converts public member names to the interface's, wherever they are declared", () => {
    const body = {
      project_id: "e/p",
      filter: { wb_user_ids: ["u"], wb_run_ids: ["r"] },
      query: { $expr: { $eq: [{ $getField: "wb_user_id" }, { $literal: "wb_user_id" }] } },
      sort_by: [{ field: "wb_run_step", direction: "asc" }],
      columns: ["wb_user_id", "inputs.wb_user_id"],
    };
    expect(readRequestNames(query, body)).toEqual({
      project_id: "e/p",
      filter: { svc_user_ids: ["u"], svc_run_ids: ["r"] },
      query: { $expr: { $eq: [{ $getField: "svc_user_id" }, { $literal: "wb_user_id" }] } },
      sort_by: [{ field: "svc_run_step", direction: "asc" }],
      columns: ["svc_user_id", "inputs.wb_user_id"],
    });
  });

  it("never changes stored user data", () => {
    const inputs = { wb_user_id: "mine", nested: { weave_call_id: 1 } };
    const start = { project_id: "e/p", op_name: "f", started_at: "2026-01-01T00:00:00Z", attributes: {}, inputs };
    const read = readRequestNames(operations["call.upsertBatch"], {
      batch: [{ mode: "start", req: { start: { ...start, wb_user_id: "u" } } }],
    });
    expect(read).toEqual({ batch: [{ mode: "start", req: { start: { ...start, svc_user_id: "u" } } }] });
  });
});

describe("writeRequestNames", () => {
  it("keeps the interface's names for a service of the interface's dialect", () => {
    const body = { project_id: "e/p", filter: { svc_user_ids: ["u"] } };
    expect(writeRequestNames(query, body, "svc")).toEqual(body);
  });

  it("writes public names for a public server and converts them back", () => {
    const body = { project_id: "e/p", filter: { svc_run_ids: ["r"] }, columns: ["svc_user_id"] };
    const written = writeRequestNames(query, body, "wb");
    expect(written).toEqual({ project_id: "e/p", filter: { wb_run_ids: ["r"] }, columns: ["wb_user_id"] });
    expect(readRequestNames(query, written)).toEqual(body);
  });

  it("sorts tables by `direction` for a public server and by `order` for the interface", () => {
    const table = operations["table.query"];
    const body = { project_id: "e/p", digest: "d", sort_by: [{ field: "a", order: "desc" }, { field: "b" }] };
    expect(writeRequestNames(table, body, "wb")).toMatchObject({
      sort_by: [
        { field: "a", direction: "desc" },
        { field: "b", direction: "asc" },
      ],
    });
    const other = { project_id: "e/p", digest: "d", sort_by: [{ field: "a", direction: "desc" }] };
    expect(writeRequestNames(table, other, "svc")).toMatchObject({ sort_by: [{ field: "a", order: "desc" }] });
  });
});

describe("readNames and writeBothNames", () => {
  it("read either spelling of a result and keep unknown members", () => {
    const row = { id: "1", wb_user_id: "u", inputs: { wb_run_id: 1 }, extra: true };
    expect(readNames(call, row)).toEqual({ id: "1", svc_user_id: "u", inputs: { wb_run_id: 1 }, extra: true });
  });

  it("prefer the interface's spelling when a service sends both", () => {
    expect(readNames(call, { svc_user_id: "ours", wb_user_id: "theirs" })).toEqual({ svc_user_id: "ours" });
  });

  it("writes the public spelling beside the interface's", () => {
    expect(writeBothNames(callsStreamQuery, { filter: { svc_user_ids: [] } })).toEqual({
      filter: { svc_user_ids: [], wb_user_ids: [] },
    });
  });
});
