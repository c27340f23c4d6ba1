// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { ResolvedValue } from "./resolved-value";

afterEach(cleanPage);

const rowRef = (row: string, project = "demo/airline") =>
  `weave:///${project}/object/cases:d1g35t/attr/rows/id/${row}/key/message`;

/** Shows a value as JSON, and answers the request for its refs. */
function show(value: unknown, refs: () => Response) {
  const sent = answerRequests({ "refs.readBatch": refs });
  renderElementOnPage(
    <ResolvedValue connectionId="local" projectId="demo/airline" value={value}>
      {(shown) => <pre>{JSON.stringify(shown)}</pre>}
    </ResolvedValue>,
  );
  return sent;
}

const shown = () => JSON.parse(document.querySelector("pre")?.textContent ?? "");

it("shows the values of table rows, says so, and shows the refs again by one press", async () => {
  const value = { message: rowRef("r1") };
  show(value, () => json({ vals: ["Where is my bag?"] }));
  await screen.findByText(/^1 value read from table rows/);
  expect(shown()).toEqual({ message: "Where is my bag?" });
  fireEvent.click(screen.getByRole("button", { name: "Show refs" }));
  expect(shown()).toEqual(value);
  expect(screen.getByRole("button", { name: "Show refs" }).getAttribute("aria-pressed")).toBe("true");
});

it("says what was deleted, and never requests refs to another project", async () => {
  const value = [rowRef("r1"), rowRef("gone"), rowRef("r1", "other/project")];
  const sent = show(value, () => json({ vals: ["Where is my bag?", null] }));
  const line = await screen.findByText(/^1 value read/);
  expect(line.textContent).toContain(
    "1 ref to a value that was deleted, or is null; 1 ref not read: of another project",
  );
  expect(shown()).toEqual(["Where is my bag?", value[1], value[2]]);
  expect(sent.map(({ body }) => body.refs)).toEqual([[value[0], value[1]]]);
});

it("keeps the refs and says why, where they may not be read", async () => {
  const value = { message: rowRef("r1") };
  show(value, () => failed("forbidden"));
  await screen.findByText(/^1 value of table rows could not be read: /);
  expect(shown()).toEqual(value);
  expect(screen.queryByRole("button", { name: "Show refs" })).toBeNull();
  expect(screen.getByRole("button", { name: "Retry" })).toBeDefined();
});

it("asks nothing for a value without refs to rows", () => {
  expect(show({ self: "weave:///demo/airline/object/agent:abc" }, () => json({ vals: [] }))).toEqual([]);
  expect(screen.queryByRole("status")).toBeNull();
});
