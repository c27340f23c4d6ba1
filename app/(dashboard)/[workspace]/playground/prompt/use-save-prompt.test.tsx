// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { usePromptTarget } from "./use-prompt-target";
import { NewerVersionError, useSavePrompt } from "./use-save-prompt";

afterEach(cleanPage);

const val = { messages: [{ role: "user", content: "Hi" }] };
const version = (index: number, members: object = {}) => ({
  project_id: "demo/airline",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 1,
  kind: "object",
  val,
  ...members,
});

/** A service with a latest version, which an `obj.create` makes the next one. */
function service(latest: number | null) {
  let current = latest;
  return answerRequests({
    "objs.query": () => json({ objs: current === null ? [] : [version(current)] }),
    "obj.read": () => json({ obj: version(current ?? 0) }),
    "obj.create": () => {
      current = (current ?? -1) + 1;
      return json({ digest: `d${current}` });
    },
  });
}

const created = (sent: ReturnType<typeof service>) => sent.filter(({ operation }) => operation === "obj.create");

describe("saving a version of a prompt", () => {
  const save = (latest: string | null) => {
    const onSaved = vi.fn();
    const { result } = renderOnPage(() => useSavePrompt(testWorkspace, onSaved), { props: {} });
    act(() => result.current.mutate({ name: "support", value: val, latest }));
    return { result, onSaved };
  };

  it("stores the value after the version that the user saw, and reads the stored version", async () => {
    const sent = service(3);
    const { onSaved } = save("d3");
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ version_index: 4 })));
    expect(created(sent).map(({ body }) => body)).toEqual([
      { obj: { project_id: "demo/airline", object_id: "support", val } },
    ]);
  });

  it("creates the prompt when there is none", async () => {
    service(null);
    const { onSaved } = save(null);
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ version_index: 0 })));
  });

  it.each([
    ["another version is the latest now", 4, "d3", "v4 of support was saved meanwhile."],
    ["the prompt was deleted", null, "d3", "support was deleted meanwhile."],
    ["a prompt was created under the new name", 0, null, "v0 of support was saved meanwhile."],
  ])("stores nothing when %s", async (_when, latest, seen, message) => {
    const sent = service(latest);
    const { result, onSaved } = save(seen);
    await waitFor(() => expect(result.current.error).toBeInstanceOf(NewerVersionError));
    expect(result.current.error?.message).toBe(message);
    expect(created(sent)).toEqual([]);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("stores nothing when the latest version cannot be read", async () => {
    const sent = answerRequests({ "objs.query": () => failed("upstream") });
    const { result } = save("d3");
    await waitFor(() => expect(result.current.error).toMatchObject({ failure: { kind: "upstream" } }));
    expect(created(sent)).toEqual([]);
  });
});

describe("the object that a prompt is saved to", () => {
  const target = (name: string) => {
    const { result } = renderOnPage(() => usePromptTarget(testWorkspace, name), { props: {} });
    return result;
  };

  it("is the prompt of that name, a new one, or another object", async () => {
    service(3);
    const known = target("support");
    await waitFor(() => expect(known.current).toMatchObject({ kind: "prompt", latest: { version_index: 3 } }));
    cleanPage();
    service(null);
    const free = target("support");
    await waitFor(() => expect(free.current.kind).toBe("new"));
    cleanPage();
    answerRequests({ "objs.query": () => json({ objs: [version(0, { val: { rows: [] } })] }) });
    const other = target("support");
    await waitFor(() => expect(other.current.kind).toBe("other"));
  });

  it("is unknown when it cannot be read, and nothing is read without a name", async () => {
    const sent = answerRequests({ "objs.query": () => failed("upstream") });
    const broken = target("support");
    await waitFor(() => expect(broken.current).toMatchObject({ kind: "failed", failure: { kind: "upstream" } }));
    const count = sent.length;
    expect(target("").current.kind).toBe("new");
    expect(sent).toHaveLength(count);
  });
});
