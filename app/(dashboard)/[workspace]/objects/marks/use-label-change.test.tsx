// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { type LabelChange, useLabelChange } from "./use-label-change";
import { useVersionLabels } from "./use-version-labels";

afterEach(cleanPage);

describe("a tag or an alias", () => {
  it.each<[LabelChange, string, object]>([
    [{ mark: "tag", action: "add", name: "live" }, "obj.addTags", { tags: ["live"] }],
    [{ mark: "tag", action: "remove", name: "live" }, "obj.removeTags", { tags: ["live"] }],
    [{ mark: "alias", action: "add", name: "prod" }, "obj.setAliases", { digest: "d1", aliases: ["prod"] }],
    [{ mark: "alias", action: "remove", name: "prod" }, "obj.removeAliases", { aliases: ["prod"] }],
  ])("is changed by its own operation: %o", async (change, operation, body) => {
    const sent = answerRequests({ [operation]: () => json({}) });
    const { result } = renderOnPage(() => useLabelChange(testWorkspace, "agent", "d1"), { props: {} });
    await act(async () => result.current.mutate(change));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect([sent[0]?.operation, sent[0]?.body]).toEqual([operation, { project_id: "demo/airline", ...body }]);
    expect(sent[0]?.search.get("object_id")).toBe("agent");
    expect(sent[0]?.search.get("digest")).toBe(change.mark === "tag" ? "d1" : null);
  });

  it("reports a refused change", async () => {
    answerRequests({ "obj.addTags": () => failed("forbidden") });
    const { result } = renderOnPage(() => useLabelChange(testWorkspace, "agent", "d1"), { props: {} });
    await act(async () => result.current.mutate({ mark: "tag", action: "add", name: "live" }));
    await waitFor(() => expect(result.current.error).toMatchObject({ failure: { kind: "forbidden" } }));
  });
});

describe("the tags and aliases of a project", () => {
  const open = (answers: Answers) => {
    answerRequests(answers);
    return renderOnPage(() => useVersionLabels(testWorkspace), { props: {} }).result;
  };

  it("are listed where the service supports both", async () => {
    const labels = open({
      "tags.list": () => json({ tags: ["live"] }),
      "aliases.list": () => json({ aliases: ["prod"] }),
    });
    expect(labels.current).toEqual({ isSupported: null, tags: [], aliases: [] });
    await waitFor(() => expect(labels.current).toEqual({ isSupported: true, tags: ["live"], aliases: ["prod"] }));
  });

  it("are not supported where the service has only one of them", async () => {
    const labels = open({ "tags.list": () => json({ tags: ["live"] }) });
    await waitFor(() => expect(labels.current).toMatchObject({ isSupported: false, aliases: [] }));
  });
});
