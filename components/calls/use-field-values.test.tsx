// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useFieldValues } from "./use-field-values";

afterEach(cleanPage);

/** A service that counts two values of each requested field. */
const withFacets = () =>
  answerRequests({
    "calls.facets": ({ body }) =>
      json({
        facets: body.fields.map((field: string) => ({
          field,
          value_count: 2,
          values: [
            { value: field === "status" ? "success" : `${field}-1`, count: 3 },
            { value: field === "status" ? "descendant_error" : `${field}-2`, count: 1 },
          ],
        })),
      }),
  });

const page = { workspace: testWorkspace, areRootsOnly: true, range: { kind: "all" as const } };

describe("the values of a typed field", () => {
  const open = (field: string | null, query = "") =>
    renderOnPage((now: { field: string | null }) => useFieldValues({ ...page, query, field: now.field }), {
      props: { field },
    });

  it("are in the words of the query box, with counts", async () => {
    withFacets();
    const { result } = open("status");
    await waitFor(() => expect(result.current).not.toBeNull());
    expect(result.current).toEqual({
      field: "status",
      values: [
        { value: "ok", count: 3 },
        { value: "error-inside", count: 1 },
      ],
    });
  });

  it("are narrowed by the terms of other fields only", async () => {
    const sent = withFacets();
    const { result } = open("op", "op:a status:error");
    await waitFor(() => expect(result.current).not.toBeNull());
    const query = JSON.stringify(sent[0]?.body);
    expect([sent[0]?.body.fields, query.includes('"a"'), query.includes("error")]).toEqual([["op"], false, true]);
  });

  it.each([
    ["thread", "thread_id"],
    ["user", "end_user"],
    ["key", "svc_user_id"],
    ["attributes.team", "attributes.team"],
  ])("of %s are counted by %s", async (field, by) => {
    const sent = withFacets();
    const { result } = open(field);
    await waitFor(() => expect(result.current?.values[0]?.value).toBe(`${by}-1`));
    expect(sent.find(({ operation }) => operation === "calls.facets")?.body.fields).toEqual([by]);
  });

  it("have the names of the users of keys", async () => {
    const ada = { id: "svc_user_id-1", name: "Ada", email: "ada@x.y", role: "member", isDisabled: false };
    const members = [{ ...ada, createdAt: "2026-11-20T14:30:01Z", lastSeenAt: null }];
    answerRequests({
      "users.list": () => json({ members }),
      "calls.facets": () =>
        json({ facets: [{ field: "svc_user_id", value_count: 1, values: [{ value: ada.id, count: 2 }] }] }),
    });
    const { result } = open("key");
    await waitFor(() => expect(result.current?.values).toEqual([{ value: ada.id, count: 2, name: "Ada" }]));
  });

  it("are not requested for a field that the service does not list, and missing where it lists none", async () => {
    const sent = answerRequests({});
    const { result, rerender } = open("duration");
    rerender({ field: null });
    expect([result.current, sent]).toEqual([null, []]);
    rerender({ field: "op" });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(result.current).toBeNull();
  });
});
