// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { groupingOf } from "@/lib/calls/grouping";
import { answerRequests } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { Facet } from "./facet";

afterEach(cleanPage);

const facet = {
  field: "op",
  value_count: 2,
  values: [
    { value: "early", count: 3 },
    { value: "late", count: 2 },
  ],
};

/** Shows the facet of a page whose filter it changes; returns the filters. */
function open(query: string) {
  answerRequests({});
  const queries: string[] = [];
  function Page() {
    const [filter, setFilter] = useState(query);
    const selection = { workspace: testWorkspace, query: filter, areRootsOnly: false, range: { kind: "all" as const } };
    const change = (next: string) => {
      queries.push(next);
      setFilter(next);
    };
    return (
      <Facet selection={selection} grouping={groupingOf("op")} facet={facet} onQueryChange={change} onRemove={null} />
    );
  }
  renderElementOnPage(<Page />);
  return queries;
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("a facet", () => {
  it("adds its value to the filter, selects it alone or excludes it", () => {
    const queries = open("status:error");
    click(/^late/);
    expect(screen.getByRole("button", { name: /^late/, pressed: true })).toBeTruthy();
    click(/^late/);
    click("Exclude early");
    expect(screen.getByText("excluded")).toBeTruthy();
    click("Only early");
    expect(screen.getByRole("button", { name: /^early/, pressed: true })).toBeTruthy();
    expect(queries).toEqual([
      "status:error op:late",
      "status:error",
      "status:error -op:early",
      "status:error op:early",
    ]);
  });

  it("lists its values with their counts, the most frequent first", () => {
    open("");
    expect(screen.getAllByRole("button", { pressed: false }).map(({ textContent }) => textContent)).toEqual([
      "early3",
      "late2",
    ]);
  });
});
