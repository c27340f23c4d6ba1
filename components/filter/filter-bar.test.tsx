// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { FilterBar } from "./filter-bar";

afterEach(cleanup);

const sources = [{ field: "op", hint: "name", values: [{ value: "chat", count: 3 }] }];

function Page({ first }: { first: string }) {
  const [query, setQuery] = useState(first);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <output>{query}</output>
      <FilterBar
        query={query}
        onQueryChange={setQuery}
        problems={[]}
        placeholder="Search"
        sources={sources}
        offered={{ label: "Status", terms: [] }}
        searches={[{ text: "output:~", words: "Output contains" }]}
        recent={["status:error"]}
        inputRef={input}
      />
    </>
  );
}

const query = () => screen.getByRole("status").textContent;
const box = () => screen.getByRole("combobox");

describe("a chip", () => {
  it("is edited in place, and its old value applies until Enter", async () => {
    render(<Page first="op:a status:ok words" />);
    await userEvent.click(screen.getByRole("button", { name: "Edit filter: status is ok" }));
    await expect.poll(() => document.activeElement).toBe(box());
    expect(box()).toHaveProperty("value", "status:ok");
    expect(query()).toBe("op:a status:ok words");
    await userEvent.clear(box());
    await userEvent.type(box(), "status:error{Enter}");
    expect(query()).toBe("op:a status:error words");
  });

  it("is unchanged after Escape", async () => {
    render(<Page first="op:a status:ok" />);
    await userEvent.click(screen.getByRole("button", { name: "Edit filter: op is a" }));
    await expect.poll(() => document.activeElement).toBe(box());
    await userEvent.type(box(), "bc{Escape}");
    expect(query()).toBe("op:a status:ok");
    expect(box()).toHaveProperty("value", "");
  });

  it("is removed when it is cleared or removed", async () => {
    render(<Page first="op:a status:ok words" />);
    await userEvent.click(screen.getByRole("button", { name: "Edit filter: op is a" }));
    await expect.poll(() => document.activeElement).toBe(box());
    await userEvent.clear(box());
    await userEvent.type(box(), "{Enter}");
    expect(query()).toBe("status:ok words");
    await userEvent.click(screen.getByRole("button", { name: "Remove filter: status is ok" }));
    expect(query()).toBe("words");
  });
});

describe("the box", () => {
  it("suggests values with their counts, and recent queries", async () => {
    render(<Page first="" />);
    await userEvent.click(box());
    expect(screen.getByRole("option", { name: "status:error recent" })).toBeTruthy();
    await userEvent.type(box(), "op:");
    expect(screen.getByRole("option", { name: "op:chat 3" })).toBeTruthy();
  });

  it("replaces the current query with a recent one", async () => {
    render(<Page first="op:a" />);
    await userEvent.click(box());
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(query()).toBe("status:error");
  });
});

it("searches the output for several words without quotes, from the menu", async () => {
  render(<Page first="" />);
  await userEvent.click(screen.getByRole("button", { name: "Filter" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Output contains" }));
  await expect.poll(() => document.activeElement).toBe(box());
  await userEvent.type(box(), "gift card{Enter}");
  expect(query()).toBe('output:~"gift card"');
});
