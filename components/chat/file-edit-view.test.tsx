// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { FileEditView } from "./file-edit-view";

afterEach(cleanup);

it("shows removed and added lines of an edit, with words for readers who see no colors", () => {
  render(<FileEditView edits={[{ kind: "replace", path: "/a.ts", before: "return 1", after: "return 2" }]} />);
  expect(screen.getByText("/a.ts")).toBeDefined();
  expect(screen.getByText("removed").parentElement?.parentElement?.textContent).toContain("return 1");
  expect(screen.getByText("added").parentElement?.parentElement?.textContent).toContain("return 2");
});

it("shows a long edit in part, and the rest on request", async () => {
  const after = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
  render(
    <TooltipProvider>
      <FileEditView edits={[{ kind: "replace", path: "/a.ts", before: "", after }]} />
    </TooltipProvider>,
  );
  expect(screen.queryByText("line 99")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show 40 more lines" }));
  expect(screen.getByText("line 99")).toBeDefined();
});
