// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadsFilterBar } from "./threads-filter-bar";

afterEach(cleanPage);

/** A service that counts one value of each field. */
const withFacets = () =>
  answerRequests({
    "calls.facets": ({ body }) =>
      json({ facets: [{ field: body.fields[0], value_count: 1, values: [{ value: "gpt-4o-mini", count: 1200 }] }] }),
  });

function open(canFilterCalls: boolean) {
  renderElementOnPage(
    <ThreadsFilterBar
      workspace={testWorkspace}
      range={{ kind: "all" }}
      query=""
      onQueryChange={vi.fn()}
      problems={[]}
      scores={[]}
      canFilterCalls={canFilterCalls}
      window={{ from: 0, limit: null }}
      onWindow={vi.fn()}
      isLocal={false}
      inputRef={createRef()}
    />,
  );
}

it.each(["model", "attributes.model"])(
  "suggests the values of %s in the calls of the range, with counts",
  async (field) => {
    const sent = withFacets();
    open(true);
    await userEvent.type(screen.getByRole("combobox"), `${field}:gpt`);
    await waitFor(() => expect(screen.getByRole("option").textContent).toBe(`${field}:gpt-4o-mini1,200`));
    expect(sent.map(({ body }) => body.fields)).toEqual([[field]]);
  },
);

it("suggests none where the service does not filter threads by their calls", async () => {
  const sent = withFacets();
  open(false);
  await userEvent.type(screen.getByRole("combobox"), "model:gpt");
  expect([screen.queryByRole("option"), sent]).toEqual([null, []]);
});
