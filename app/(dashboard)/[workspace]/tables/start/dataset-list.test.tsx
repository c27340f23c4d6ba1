// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { DatasetList } from "./dataset-list";

afterEach(cleanPage);

const version = (name: string) => ({
  project_id: "demo/airline",
  object_id: name,
  created_at: "2026-11-20T14:00:00Z",
  digest: `${name}-digest`,
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: { rows: `weave:///demo/airline/table/${name}0000` },
});

const SIZES: Readonly<Record<string, { count: number; storage_size_bytes: number }>> = {
  cases0000: { count: 2, storage_size_bytes: 70 },
  none0000: { count: 0, storage_size_bytes: 0 },
  videos0000: { count: 2, storage_size_bytes: 90_000_000 },
  broken0000: { count: 1, storage_size_bytes: 9 },
};

const rowOf = async (name: string) => (await screen.findByRole("button", { name })).closest("tr")?.textContent ?? "";

describe("the list of datasets", () => {
  it("previews the first row of each, without loading large rows, and says when there is none", async () => {
    const sent = answerRequests({
      "objs.query": () => json({ objs: ["cases", "none", "videos", "broken"].map(version) }),
      "obj.read": ({ body }) => json({ obj: version(String(body.object_id)) }),
      "table.queryStatsBatch": ({ body }) => {
        const digest = String((body.digests as string[])[0]);
        return json({ tables: [{ digest, ...SIZES[digest] }] });
      },
      "table.query": ({ body }) => {
        if (body.digest === "broken0000") return failed("not-found");
        return json({
          rows: body.digest === "cases0000" ? [{ digest: "r", val: { question: "Where is HAT170?", n: 3 } }] : [],
        });
      },
    });
    renderElementOnPage(<DatasetList workspace={testWorkspace} onOpen={() => undefined} />);
    await screen.findByText("Where is HAT170?");
    expect(await rowOf("cases")).toContain("questionWhere is HAT170?n3");
    await screen.findByText("no rows");
    expect(await rowOf("none")).toContain("no rows");
    await screen.findByText("rows too large for a preview");
    expect(await rowOf("videos")).toContain("rows too large for a preview");
    const read = sent.filter(({ operation }) => operation === "table.query").map(({ body }) => body.digest);
    expect(read.toSorted()).toEqual(["broken0000", "cases0000", "none0000"]);
    expect(await rowOf("broken")).not.toContain("no rows");
  });

  it("leaves out a dataset that does not match the contract, and says which", async () => {
    answerRequests({ "objs.query": () => json({ objs: [version("none"), { ...version("odd"), kind: 7 }] }) });
    renderElementOnPage(<DatasetList workspace={testWorkspace} onOpen={() => undefined} />);
    expect((await screen.findByRole("alert")).textContent).toContain("1 dataset could not be read: 2");
    expect(screen.getByText("none")).toBeTruthy();
    expect(screen.queryByText("odd")).toBeNull();
  });

  it("says that the rest cannot be loaded when the service returns the same page again", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `set${index}`);
    answerRequests({ "objs.query": () => json({ objs: names.map(version) }) });
    renderElementOnPage(<DatasetList workspace={testWorkspace} onOpen={() => undefined} />);
    fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    expect((await screen.findByRole("alert")).textContent).toContain("returns the same ones again");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });
});
