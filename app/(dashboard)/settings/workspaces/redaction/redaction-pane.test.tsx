// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { testWorkspace } from "@/test/setup/render-on-page";
import { RedactionPane } from "./redaction-pane";

layOut();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROJECT = testWorkspace.projectId;

const EMAIL: RedactionRule = {
  name: "email",
  is_enabled: true,
  kind: "expression",
  pattern: "\\w+@\\w+",
  places: ["inputs", "output"],
  action: "hash",
};

const MATCH = { rule: "rule", place: "inputs", path: "user.password", before: "hunter2", after: "[removed: rule]" };
const FOUND = {
  read: 50,
  skipped: 0,
  changed: 1,
  matches: 1,
  calls: [
    { id: "c", trace_id: "t", op_name: "login", started_at: "2026-10-03T00:00:00Z", matches: 1, values: [MATCH] },
  ],
};

const session = (role: Role) => () =>
  json({ person: { id: "u", name: "Mia", email: "m@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

const refused = (path: string, msg: string, httpStatus = 422) =>
  new Response(
    JSON.stringify({
      error: {
        kind: "validation",
        message: "The service refused it.",
        requestId: "r",
        operation: "x",
        detail: [{ loc: ["body", ...path.split(".")], msg, type: "value_error" }],
      },
    }),
    { status: httpStatus },
  );

const service: Answers = {
  "session.current": session("admin"),
  "redaction.read": () => json({ project_id: PROJECT, revision: 3, rules: [EMAIL], updated_at: null }),
  "redaction.preview": ({ body }) =>
    body.rules[0].pattern.includes("[") ? refused("rules.0.pattern", "Position 2: missing closing ]: [c") : json(FOUND),
  "redaction.set": ({ body }) => json({ ...body, revision: body.revision + 1, updated_at: null }),
};

function open(answers: Answers = {}, connectionId = "local") {
  const sent = answerRequests({ ...service, ...answers });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <RedactionPane workspace={{ ...testWorkspace, connectionId }} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  const bodies = (operation: string) => sent.filter((each) => each.operation === operation).map(({ body }) => body);
  return { onClose, saved: () => bodies("redaction.set"), previewed: () => bodies("redaction.preview") };
}

const fill = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

async function openNewRule() {
  await userEvent.click(await screen.findByRole("button", { name: "Add rule" }));
  return await screen.findByRole("dialog", { name: "New rule" });
}

const addRule = async (dialog: HTMLElement) =>
  await userEvent.click(within(dialog).getByRole("button", { name: "Add rule" }));

describe("the redaction of a workspace", () => {
  it("lists the rules, and says that they do not act on what is stored", async () => {
    open();
    const row = within(await screen.findByRole("list", { name: "Rules" })).getByRole("listitem");
    expect(row.textContent).toContain("email\\w+@\\w+Hashes matches in inputs, output");
    expect(screen.getByText(/not on what is stored already/)).toBeTruthy();
  });

  it("previews a new rule on stored calls once it is typed, and adds it to the others", async () => {
    const { saved, previewed } = open();
    const dialog = await openNewRule();
    fill("Key", "user.password");
    expect(await within(dialog).findByText("1 match in 1 of the newest 50 calls.")).toBeTruthy();
    expect(within(dialog).getByRole("table", { name: "Matches" }).textContent).toContain("hunter2[removed: rule]");
    expect(saved()).toEqual([]);
    fill("Name", "password");
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "Feedback" }));
    await addRule(dialog);
    expect(await screen.findByText("Rule added")).toBeTruthy();
    const added = {
      name: "password",
      is_enabled: true,
      kind: "key",
      pattern: "user.password",
      places: ["inputs", "output", "attributes", "exception", "name"],
      action: "remove",
    };
    expect(saved()).toEqual([{ project_id: PROJECT, revision: 3, rules: [EMAIL, added] }]);
    expect(previewed().at(-1)).toEqual({ project_id: PROJECT, rules: [added] });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows at its field what is wrong, with the position in an expression, and saves nothing", async () => {
    const { saved } = open();
    const dialog = await openNewRule();
    await addRule(dialog);
    expect(await within(dialog).findByText("Enter a name")).toBeTruthy();
    expect(within(dialog).getByText("Enter what the rule looks for")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("radio", { name: "Expression" }));
    fill("Regular expression", "ab[c");
    expect(await within(dialog).findByText("Position 2: missing closing ]: [c")).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  it("shows what the service refuses at the field of the rule", async () => {
    open({ "redaction.set": () => refused("rules.1.name", "Another rule has this name") });
    const dialog = await openNewRule();
    fill("Name", "email");
    fill("Key", "a");
    await addRule(dialog);
    expect(await within(dialog).findByText("Another rule has this name")).toBeTruthy();
  });

  it("keeps what was typed when somebody else changed the rules, and saves it over theirs at the next try", async () => {
    const rules = [{ ...EMAIL, name: "theirs" }];
    let revision = 3;
    const { saved } = open({
      "redaction.read": () =>
        json({ project_id: PROJECT, revision, rules: revision === 3 ? [] : rules, updated_at: null }),
      "redaction.set": (request) => {
        if (request.body.revision === revision) return service["redaction.set"]?.(request) ?? failed("upstream");
        return failed("upstream");
      },
    });
    const dialog = await openNewRule();
    fill("Name", "mine");
    fill("Key", "a");
    revision = 4;
    await addRule(dialog);
    expect(await within(dialog).findByText("It is upstream.")).toBeTruthy();
    await screen.findByText("theirs");
    await addRule(dialog);
    expect(await screen.findByText("Rule added")).toBeTruthy();
    expect(saved().at(-1)).toMatchObject({ revision: 4, rules: [{ name: "theirs" }, { name: "mine" }] });
  });

  it("turns a rule off and on, changes one, and removes one after a question", async () => {
    const { saved } = open();
    await userEvent.click(await screen.findByRole("switch", { name: "email" }));
    await vi.waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0].rules).toEqual([{ ...EMAIL, is_enabled: false }]);
    await userEvent.click(screen.getByRole("button", { name: "Edit email" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit email" });
    await userEvent.click(within(dialog).getByRole("radio", { name: "Remove" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save rule" }));
    await vi.waitFor(() => expect(saved()).toHaveLength(2));
    expect(saved()[1].rules).toEqual([{ ...EMAIL, action: "remove" }]);
    await userEvent.click(await screen.findByRole("button", { name: "Remove email" }));
    const question = await screen.findByRole("dialog", { name: "Remove the rule email?" });
    expect(saved()).toHaveLength(2);
    await userEvent.click(within(question).getByRole("button", { name: "Remove rule" }));
    await vi.waitFor(() => expect(saved()[2]?.rules).toEqual([]));
  });

  it.each([
    ["a viewer", "viewer", "local", "Only admins can change the rules."],
    ["a member", "member", "local", "Only admins can change the rules."],
    ["an admin, of another service", "admin", "other", "An admin of Local can change them in its own dashboard."],
  ] as const)("is shown to %s, who cannot change it", async (_, role, connectionId, text) => {
    open({ "session.current": session(role) }, connectionId);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole("switch", { name: "email" }).hasAttribute("disabled")).toBe(true);
    expect(screen.queryByRole("button", { name: /Add|Edit|Remove/ })).toBeNull();
  });

  it("says that a service does not support it", async () => {
    open({ "redaction.read": () => failed("unsupported") });
    expect(await screen.findByText("This connection does not support redaction")).toBeTruthy();
  });

  it("can be loaded again after a failure", async () => {
    let isDown = true;
    open({
      "redaction.read": (request) =>
        isDown ? failed("unreachable") : (service["redaction.read"]?.(request) ?? failed("upstream")),
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole("switch", { name: "email" })).toBeTruthy();
  });

  it("takes the focus when it opens, and closes with its button", async () => {
    const { onClose } = open();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Redaction of airline" }));
    await userEvent.click(screen.getByRole("button", { name: "Close the redaction" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
