// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { TablePicker } from "./table-picker";

afterEach(cleanPage);

const CHAT = [
  { role: "user", content: "Bags?" },
  { role: "assistant", content: "Two." },
];

/** Opens a table with these rows, and returns what is added. */
function open(rows: readonly unknown[]) {
  answerRequests({
    "table.query": () => json({ rows: rows.map((val, index) => ({ digest: `row-${index}`, val })) }),
  });
  const added: unknown[] = [];
  renderElementOnPage(
    <TablePicker
      workspace={testWorkspace}
      sources={{ addTable: (...source) => added.push(source) }}
      table={{ digest: "recorded", dataset: null, rowDigests: [] }}
      onTable={() => undefined}
    />,
  );
  return added;
}

it("finds the column with the conversations, and adds the rows with it", async () => {
  const added = open([{ task: 1, run: { chat: CHAT } }]);
  expect((await screen.findByRole("combobox", { name: "Conversations in" })).textContent).toContain("run.chat");
  fireEvent.click(screen.getByRole("button", { name: "Add rows" }));
  expect(added).toEqual([[expect.any(String), expect.objectContaining({ digest: "recorded", path: "run.chat" })]]);
});

it("explains a table without conversations", async () => {
  open([{ question: "a", answer: "b" }]);
  await screen.findByText(/^No column contains a conversation in every row/);
  expect(screen.queryByRole("button", { name: "Add rows" })).toBeNull();
});

it("says that a table is empty or was not found", async () => {
  open([]);
  await screen.findByText("The table is empty or was not found.");
});
