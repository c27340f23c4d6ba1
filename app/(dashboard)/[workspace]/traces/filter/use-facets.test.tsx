// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { readGrouping } from "@/lib/calls/grouping";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useFacetSearch } from "./use-facet-search";
import { useFacets } from "./use-facets";

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

describe("the values of the filter panel", () => {
  const groupings = [readGrouping("status"), readGrouping("op")];
  const open = (isEnabled: boolean, query = "") =>
    renderOnPage((now: { isEnabled: boolean }) => useFacets({ ...page, query, groupings, ...now }), {
      props: { isEnabled },
    });

  it("are requested once the rows are shown", async () => {
    const sent = withFacets();
    const { result, rerender } = open(false);
    expect(sent).toEqual([]);
    rerender({ isEnabled: true });
    await waitFor(() => expect(result.current.facetOf(readGrouping("op"))?.values[0]?.value).toBe("op-1"));
    await waitFor(() => expect(result.current.paths[0]?.value).toBe("attributes-1"));
    expect(result.current.facetOf(readGrouping("model"))).toBeUndefined();
  });

  it("are requested together unless the query has terms of one of the fields", async () => {
    const sent = withFacets();
    const { result } = open(true, "op:a");
    await waitFor(() => expect(result.current.facetOf(readGrouping("op"))).toBeDefined());
    expect(sent.map(({ body }) => body.fields)).toEqual([["status"], ["op"], ["attributes"]]);
  });

  it("are those of the listed source, and the sources themselves are counted without it", async () => {
    const sent = withFacets();
    const byStatusAndSource = [readGrouping("status"), readGrouping("source")];
    const options = {
      ...page,
      query: "",
      source: "production" as const,
      groupings: byStatusAndSource,
      isEnabled: true,
    };
    const { result } = renderOnPage(() => useFacets(options), { props: {} });
    await waitFor(() => expect(result.current.facetOf(readGrouping("source"))).toBeDefined());
    const isProduction = { $expr: { $eq: [{ $getField: "source" }, { $literal: "production" }] } };
    expect(sent.map(({ body }) => [body.fields, body.query])).toEqual([
      [["status"], isProduction],
      [["source"], undefined],
      [["attributes"], isProduction],
    ]);
  });

  it("are not requested for a query with a term that cannot be asked", () => {
    const sent = withFacets();
    const { result } = open(true, "op:a latency:fast");
    expect(result.current).toMatchObject({ isAskable: false, paths: [] });
    expect(result.current.facetOf(readGrouping("op"))).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it("report a failure, and request only what failed again", async () => {
    let isDown = true;
    const sent = answerRequests({
      "calls.facets": ({ body }) =>
        isDown && body.fields[0] === "attributes" ? failed("upstream") : json({ facets: [] }),
    });
    const { result } = open(true);
    await waitFor(() => expect(result.current.failure).toMatchObject({ kind: "upstream" }));
    const before = sent.length;
    isDown = false;
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.failure).toBeNull());
    expect(sent.length - before).toBe(1);
  });
});

describe("the search among the values of a field", () => {
  const values = Array.from({ length: 30 }, (_, index) => ({ value: `tool_${index}`, count: 30 - index }));
  const open = (words: string, valueCount = 30) => {
    const sent = answerRequests({ "calls.facets": () => json({ facets: [{ field: "op", value_count: 30, values }] }) });
    const { result, rerender } = renderOnPage(
      (now: { words: string }) =>
        useFacetSearch({
          ...page,
          query: "op:a",
          grouping: readGrouping("op"),
          userNames: new Map(),
          valueCount,
          words: now.words,
        }),
      { props: { words } },
    );
    return { sent, now: () => result.current, rerender };
  };

  it("finds values anywhere in their text, with one request for all words", async () => {
    const { sent, now, rerender } = open("OOL_2");
    await waitFor(() => expect(now().values?.[0]).toEqual({ value: "tool_2", count: 28 }));
    expect([now().values?.length, now().hiddenCount]).toEqual([11, 0]);
    rerender({ words: "tool" });
    expect([now().values?.length, now().hiddenCount]).toEqual([20, 10]);
    rerender({ words: "nowhere" });
    expect(now().values).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent[0]?.body.query ?? null)).not.toContain('"a"');
  });

  it("asks the service for a beginning where it does not return all values", async () => {
    const { sent } = open("tool_1", 5000);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ prefix: "tool_1", limit: 1000 });
  });

  it("requests nothing without words, and reports a failure", async () => {
    const { sent, now, rerender } = open("");
    expect([sent, now().values]).toEqual([[], undefined]);
    answerRequests({ "calls.facets": () => failed("upstream") });
    rerender({ words: "a" });
    await waitFor(() => expect(now().failure).toMatchObject({ kind: "upstream" }));
  });
});
