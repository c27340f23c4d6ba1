// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ImportRecord, recordName, recordValue } from "@/lib/import/earlier/import-record";
import { type Answers, answerRequests, failed, json, lines, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EarlierImports } from "./earlier-imports";

const record = (changes: Partial<ImportRecord> = {}): ImportRecord => ({
  import_id: "i1",
  state: "done",
  source: "Langfuse",
  from: "november.jsonl",
  started_at: "2026-11-20T12:00:00Z",
  ended_at: "2026-11-20T12:01:00Z",
  sent: 60,
  run_ms: 60_000,
  calls: 2,
  feedback: 1,
  versions: [{ object_id: "greeting", digest: "d1" }],
  skipped: 3,
  losses: [{ reason: "Media are references.", count: 4 }],
  undone: null,
  ...changes,
});

/** A service that keeps versions of records, with the calls and feedback of one import. */
let versions: { object_id: string; version_index: number; val: unknown }[] = [];
let calls: { id: string; parent_id: string | null }[] = [];

beforeEach(() => {
  versions = [];
  calls = [
    { id: "root", parent_id: null },
    { id: "below", parent_id: "root" },
  ];
});
afterEach(cleanPage);

const version = (each: (typeof versions)[number]) => ({
  ...each,
  project_id: "demo/airline",
  created_at: "2026-11-20T12:00:00Z",
  digest: `d${each.version_index}`,
  is_latest: 1,
  kind: "object",
  svc_user_id: "u1",
});

function objects({ body }: SentRequest): Response {
  if (body.filter.object_ids) {
    return json({ objs: [version({ object_id: "greeting", version_index: 1, val: {} })] });
  }
  return json({ objs: versions.map(version) });
}

const ANSWERS: Answers = {
  "users.list": () =>
    json({
      members: [
        {
          id: "u1",
          email: "i@e.org",
          name: "Ines Okafor",
          role: "admin",
          createdAt: "2026-11-20T12:00:00Z",
          lastSeenAt: null,
          isDisabled: false,
        },
      ],
    }),
  "objs.query": objects,
  "calls.streamQuery": ({ body }) => lines(body.query ? calls : []),
  "feedback.query": ({ body }) => json({ result: body.fields[0] === "id" ? [{ id: "f1" }] : [] }),
  "feedback.purge": () => json({}),
  "calls.delete": ({ body }) => json({ num_deleted: body.call_ids.length }),
  "obj.delete": ({ body }) => json({ num_deleted: body.digests.length }),
  "obj.create": ({ body }) => {
    versions.push({ object_id: body.obj.object_id, version_index: versions.length, val: body.obj.val });
    return json({ digest: "x" });
  },
};

function Opened() {
  const [openId, setOpenId] = useState<string | null>(null);
  return <EarlierImports workspace={testWorkspace} openId={openId} onOpen={setOpenId} onNew={() => undefined} />;
}

function open(answers: Answers = {}, records: readonly ImportRecord[] = [record()]) {
  for (const each of records) {
    versions.push({ object_id: recordName(each.import_id), version_index: versions.length, val: recordValue(each) });
  }
  const sent = answerRequests({ ...ANSWERS, ...answers });
  renderElementOnPage(<Opened />);
  const deletions = () => sent.filter(({ operation }) => /delete|purge/.test(operation));
  return { sent, deletions };
}

/** The dialog, once its code has loaded. */
const question = () => screen.findByRole("dialog", { name: /^Undo the import/ }, { timeout: 20_000 });

describe("the earlier imports", () => {
  it("are listed with what each stored and lost, who began it, and a link to its calls", async () => {
    open({}, [record(), record({ import_id: "i2", from: "cut.jsonl", state: "running", calls: null })]);
    const rows = within(await screen.findByRole("table", { name: "Earlier imports" })).getAllByRole("row");
    expect(rows).toHaveLength(3);
    const [, first, second] = rows.map(({ textContent }) => textContent);
    expect([first, second].toSorted().join()).toMatch(/cut\.jsonl.*–.*not finished.*november\.jsonl.*2.*done/);
    await userEvent.click(screen.getByRole("button", { name: /november/ }));
    const details = screen.getByRole("region", { name: "Import from november.jsonl" });
    expect(details.textContent).toContain("2 calls, 1 feedback and 1 object version");
    expect(details.textContent).toContain("Media are references.");
    expect(details.textContent).toContain("3 records skipped: unreadable.");
    expect(await within(details).findByText("Ines Okafor")).toBeDefined();
    const link = within(details).getByRole("link", { name: "Open calls" });
    expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain("attributes.import.id:i1");
  });

  it("are none in a new project, and a failure is not an empty list", async () => {
    open({}, []);
    expect(await screen.findByText("No imports yet")).toBeDefined();
    cleanPage();
    open({ "objs.query": () => failed("unreachable") });
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(screen.queryByText("No imports yet")).toBeNull();
  });

  it("are undone after a question that says what is deleted, with a receipt that stays", async () => {
    const { deletions } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Undo import" }));
    const dialog = await question();
    await waitFor(() => expect(dialog.textContent).toContain("2 calls, 1 feedback and 1 object version"));
    expect(dialog.textContent).toContain("Ids of deleted calls are not used again");
    expect(deletions()).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(screen.getAllByText(/Undone/)[0]?.parentElement?.textContent).toContain("deleted."));
    expect(deletions().map(({ operation }) => operation)).toEqual(["feedback.purge", "calls.delete", "obj.delete"]);
    expect(versions.at(-1)?.val).toMatchObject({ state: "undone", undone: { calls: 2, feedback: 1, versions: 1 } });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo import" })).toBeNull());
  });

  it("stay when the question is not answered, and say what changed since", async () => {
    const { deletions } = open({
      "calls.streamQuery": ({ body }) => lines(body.query ? calls : [{ id: "later", parent_id: "below" }]),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Undo import" }));
    const dialog = await question();
    await waitFor(() => expect(dialog.textContent).toContain("2 calls changed since and stay"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(deletions()).toEqual([]);
  });

  it("keep the failure of an undo with what was deleted until then, and continue it", async () => {
    let isDown = true;
    open({
      "calls.delete": (request) => (isDown ? failed("upstream") : (ANSWERS["calls.delete"]?.(request) ?? json({}))),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Undo import" }));
    await userEvent.click(within(await question()).getByRole("button", { name: "Undo import" }));
    expect((await screen.findByRole("alert")).textContent).toContain("after 1 deletion.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Continue undo" }));
    await userEvent.click(within(await question()).getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(versions.at(-1)?.val).toMatchObject({ state: "undone" }));
  });
});
