// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { type Draft, newColumn, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import type { Scope } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ParameterPanel } from "./parameter-panel";

layOut();
afterEach(cleanPage);

let shown: Draft;

function Panel({ first }: { first: Draft }) {
  const [draft, setDraft] = useState(first);
  const [scope, setScope] = useState<Scope>("shared");
  shown = draft;
  return (
    <TooltipProvider>
      <ParameterPanel playground={{ draft, change: setDraft, scope, setScope }} />
    </TooltipProvider>
  );
}

const open = (members: Partial<Draft> = {}) => renderElementOnPage(<Panel first={{ ...newDraft(), ...members }} />);

const names = () =>
  [...document.querySelectorAll("[data-parameter]")].map((field) => field.getAttribute("data-parameter"));

async function add(name: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: /^Parameter/ }));
  fireEvent.change(await screen.findByRole("textbox", { name: "Find parameter" }), { target: { value: name } });
  fireEvent.click(within(screen.getByRole("list", { name: "Parameters" })).getByLabelText(name));
  await waitFor(() => expect(names()).toContain(name));
}

it("shows the common parameters, and the others that are set", () => {
  open({ parameters: { max_tokens: "50" } });
  expect(names()).toEqual(["temperature", "max_completion_tokens", "top_p", "seed", "max_tokens"]);
  expect(screen.getByText(/^1 of \d+ set$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove temperature" })).toBeNull();
});

it("adds a parameter by name, and removes it with its value", async () => {
  open();
  await add("top_logprobs");
  const field = screen.getByLabelText<HTMLInputElement>("top_logprobs");
  fireEvent.change(field, { target: { value: "3" } });
  expect(shown.parameters).toEqual({ top_logprobs: "3" });
  fireEvent.click(screen.getByRole("button", { name: "Remove top_logprobs" }));
  expect([shown.parameters, names().includes("top_logprobs")]).toEqual([{}, false]);
});

it("removes an empty field with Backspace, and all others with Reset", async () => {
  open({ parameters: { temperature: "0.5" } });
  await add("user");
  fireEvent.keyDown(screen.getByLabelText("user"), { key: "Backspace" });
  expect(names()).not.toContain("user");
  await add("user");
  fireEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect([shown.parameters, names().includes("user")]).toEqual([{}, false]);
});

it("shows the value that all columns share, not the value of one column", () => {
  const column = { ...newColumn("a/one"), own: { user: "mine" } };
  open({ columns: [column, newColumn("a/two")], parameters: { user: "shared" } });
  expect(screen.getByLabelText<HTMLInputElement>("user").value).toBe("shared");
});

it("says which parameter cannot be sent, next to it", () => {
  open({ parameters: { seed: "warm" } });
  expect(screen.getByRole("alert").textContent).toContain("Not a number");
});
