// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { panelsOf } from "@/lib/dashboard/edit-panels";
import { type Answers, answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { AddToDashboard } from "./add-to-dashboard";

afterEach(() => cleanPage());

const saved = { version: 3, updatedAt: "2026-11-20T10:00:00.000Z", updatedBy: null };
const content = { name: "Production", query: "", panels: panelsOf([{ title: "first" }]) };

function open(answers: Answers) {
  const sent = answerRequests({
    "dashboards.save": ({ body }) => json({ dashboard: { ...saved, id: "d", content: body.content } }),
    ...answers,
  });
  const panel = { kind: "bars" as const, by: "op", query: "source:production" };
  renderElementOnPage(<AddToDashboard workspace={testWorkspace} panel={panel} onClose={() => undefined} />);
  return () => sent.find(({ operation }) => operation === "dashboards.save")?.body;
}

it("adds the panel behind those of an existing dashboard, in the version that it has", async () => {
  const body = open({
    "dashboards.list": () => json({ dashboards: [{ ...saved, id: "d", name: "Production", panelCount: 1 }] }),
    "dashboards.read": () => json({ dashboard: { ...saved, id: "d", content } }),
  });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add" }).disabled).toBe(false));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(body()?.before).toEqual({ id: "d", version: 3 }));
  const [first, second] = body()?.content.panels ?? [];
  expect([first.title, second.kind, second.by, second.query]).toEqual(["first", "bars", "op", "source:production"]);
});

it("creates the first dashboard once it has a name", async () => {
  const body = open({ "dashboards.list": () => json({ dashboards: [] }) });
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Mine" } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add" }).disabled).toBe(false));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() =>
    expect(body()).toMatchObject({ before: null, content: { name: "Mine", panels: [{ by: "op" }] } }),
  );
});
