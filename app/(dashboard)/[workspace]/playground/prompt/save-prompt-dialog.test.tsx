// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { type Draft, newColumn, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import { PromptVersions } from "@/app/(dashboard)/[workspace]/playground/request/prompt-versions";
import { useLoadPrompt } from "@/app/(dashboard)/[workspace]/playground/request/use-load-prompt";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { SavePromptDialog } from "./save-prompt-dialog";

afterEach(cleanPage);

const promptClass = {
  _type: "MessagesPrompt",
  _class_name: "MessagesPrompt",
  _bases: ["Prompt", "Object", "BaseModel"],
};

const version = (index: number, content: string, members: object = {}) => ({
  project_id: "demo/airline",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 1,
  kind: "object",
  val: { ...promptClass, name: "support", description: null, messages: [{ role: "system", content }] },
  ...members,
});

const firstDraft = (members: Partial<Draft> = {}): Draft => ({
  ...newDraft(),
  messages: [newMessage("system", "You help {{who}}.")],
  columns: [newColumn("openai/plain")],
  ...members,
});

function Dialog({ draft: first }: { draft: Draft }) {
  const [draft, setDraft] = useState(first);
  const [isOpen, setIsOpen] = useState(true);
  const playground = {
    workspace: testWorkspace,
    draft,
    change: setDraft,
    scope: "shared" as const,
    setScope: () => undefined,
    referencesPrompts: true,
  };
  return (
    <>
      <p>Linked to v{draft.prompt?.versionIndex ?? "none"}</p>
      {isOpen ? <SavePromptDialog playground={playground} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const open = (answers: Answers, draft = firstDraft()) => {
  const sent = answerRequests(answers);
  renderElementOnPage(<Dialog draft={draft} />);
  return sent;
};

const linkTo = (index: number) => readPrompt(version(index, "You help {who}."))?.link ?? null;

describe("the dialog that saves a prompt", () => {
  it("shows what is stored, and creates a prompt under the typed name", async () => {
    let isStored = false;
    const sent = open({
      "objs.query": () => json({ objs: isStored ? [version(0, "You help {who}.")] : [] }),
      "obj.read": () => json({ obj: version(0, "You help {who}.") }),
      "obj.create": () => {
        isStored = true;
        return json({ digest: "d0" });
      },
    });
    expect(await screen.findByText("Enter a name.")).toBeTruthy();
    const content = screen.getByRole("region", { name: "Stored content" });
    expect(within(content).getByText("{who}")).toBeTruthy();
    expect(content.textContent).toContain('"model": "openai/plain"');
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "support" } });
    fireEvent.click(await screen.findByRole("button", { name: "Create prompt" }));
    expect(await screen.findByText("Linked to v0")).toBeTruthy();
    const created = sent.find(({ operation }) => operation === "obj.create");
    expect(created?.body.obj).toMatchObject({
      object_id: "support",
      val: { messages: [{ role: "system", content: "You help {who}." }], config: { model: "openai/plain" } },
    });
  });

  it("saves nothing when the content equals the latest version", async () => {
    open({ "objs.query": () => json({ objs: [version(3, "You help {who}.")] }) }, firstDraft({ prompt: linkTo(3) }));
    expect(await screen.findByText("Nothing to save: v3 of support is the same.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  });

  it("names a newer version, and says when another one was saved while it was open", async () => {
    let latest = 4;
    const sent = open(
      { "objs.query": () => json({ objs: [version(latest, `Text ${latest}`, { svc_user_id: "mia" })] }) },
      firstDraft({ prompt: linkTo(3) }),
    );
    expect(await screen.findByText(/^v4 by mia is newer than v3, which you loaded/)).toBeTruthy();
    latest = 5;
    fireEvent.click(screen.getByRole("button", { name: "Save v5 anyway" }));
    expect(await screen.findByText("Not saved. v5 of support was saved meanwhile.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Save v6 anyway" })).toBeTruthy();
    expect(sent.some(({ operation }) => operation === "obj.create")).toBe(false);
  });

  it("offers to copy the value where the service stores no objects", async () => {
    open({ "objs.query": () => json({ objs: [version(3, "Before")] }) }, firstDraft({ prompt: linkTo(3) }));
    fireEvent.click(await screen.findByRole("button", { name: "Save v4" }));
    expect(await screen.findByText("/obj/create")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy value" })).toBeTruthy();
  });

  it("says why nothing can be saved when the latest version cannot be read", async () => {
    open({ "objs.query": () => failed("upstream") }, firstDraft({ prompt: linkTo(3) }));
    expect(await screen.findByText(/The latest version could not be read/)).toBeTruthy();
  });
});

describe("the versions of a prompt in the menu", () => {
  function Versions({ onLoad }: { onLoad: (text: string) => void }) {
    const loading = useLoadPrompt(testWorkspace, ({ link }) => onLoad(`v${link.versionIndex}`));
    return (
      <>
        <PromptVersions workspace={testWorkspace} name="support" loading={loading} onBack={() => undefined} />
        <p>{loading.problem}</p>
      </>
    );
  }

  const listed = {
    "aliases.list": () => json({ aliases: ["production"] }),
    "objs.query": () => json({ objs: [version(1, "", { val: {}, aliases: ["production"] })] }),
  };

  it("have their aliases, and the chosen one is read and loaded", async () => {
    const loaded: string[] = [];
    const sent = answerRequests({ ...listed, "obj.read": () => json({ obj: version(1, "Two") }) });
    renderElementOnPage(<Versions onLoad={(text) => loaded.push(text)} />);
    fireEvent.click(await screen.findByRole("button", { name: /v1.*production/ }));
    await waitFor(() => expect(loaded).toEqual(["v1"]));
    expect(sent.find(({ operation }) => operation === "objs.query")?.body.include_tags_and_aliases).toBe(true);
  });

  it("that contain no messages are not loaded", async () => {
    const loaded: string[] = [];
    answerRequests({ ...listed, "obj.read": () => json({ obj: version(1, "", { val: { rows: [] } }) }) });
    renderElementOnPage(<Versions onLoad={(text) => loaded.push(text)} />);
    fireEvent.click(await screen.findByRole("button", { name: /v1/ }));
    expect(await screen.findByText("support v1 contains neither messages nor text.")).toBeTruthy();
    expect(loaded).toEqual([]);
  });
});
