// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useColumns } from "./use-price-columns";

afterEach(cleanPage);

describe("the columns of the prices", () => {
  function open(first: string[] | null, hasSpend = true) {
    const { result } = renderOnPage(
      () => {
        const [cols, onColumns] = useState(first);
        return { ...useColumns(cols, onColumns, hasSpend), cols };
      },
      { props: {} },
    );
    return () => result.current;
  }

  it("are those of the address, after the fixed ones, and request only their fields", () => {
    const now = open(["completion", "unknown", "prompt"]);
    const shown = now().arrangement.order.filter((id) => !now().arrangement.hidden.includes(id));
    expect(shown).toEqual(["model", "completion", "prompt"]);
    expect([now().fields.includes("provider_id"), now().fields.includes("prompt_token_cost")]).toEqual([false, true]);
  });

  it("are the default ones when the address has none that exist", () => {
    const now = open(["unknown"]);
    expect(now().arrangement).toEqual(open(null)().arrangement);
  });

  it("are written to the address when they change, and leave it with the default", () => {
    const now = open(null);
    const before = now().arrangement;
    act(() => now().arrange({ ...before, hidden: [...before.hidden, "provider"] }));
    expect([now().cols?.includes("provider"), now().cols?.includes("prompt")]).toEqual([false, true]);
    act(() => now().arrange(before));
    expect(now().cols).toBeNull();
  });

  it("keep widths for this visit without a change of the address", () => {
    const now = open(["prompt"]);
    act(() => now().arrange({ ...now().arrangement, widths: { prompt: 99 } }));
    expect([now().arrangement.widths, now().cols]).toEqual([{ prompt: 99 }, ["prompt"]]);
  });

  it("include the spend only where it is available", () => {
    const ids = (hasSpend: boolean) => open(null, hasSpend)().columns.map(({ id }) => id);
    expect(ids(true).filter((id) => !ids(false).includes(id))).toEqual(["spend"]);
  });
});
