import { expect, it } from "vitest";
import { callFields } from "@/lib/calls/field-table";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { callKeyText } from "@/service/traces/store/figures/call-groups";
import { COST_FIELD, resolveCallField } from "./call-fields";

it.each(callFields.map((field) => [field.name, field] as const))(
  "the field %s is known to conditions, sorting and groups",
  (_name, { path, by, type }) => {
    const params = new SqlParams();
    if (path === COST_FIELD) expect(() => resolveCallField(path, params)).toThrow(/prices/);
    else expect(resolveCallField(path, params).kind).toBeDefined();
    if (by !== undefined && type !== "model") expect(callKeyText(by, params).sql).not.toBe("");
  },
);
