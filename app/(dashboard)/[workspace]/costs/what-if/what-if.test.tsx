// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import {
  type PriceRecord,
  priceRecord,
  priceStatuses,
} from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { CustomPrice } from "./prepare-what-if";
import { WhatIf, type WhatIfChanges } from "./what-if";

afterEach(cleanup);

const record = (model: string, prompt: number, completion: number): PriceRecord =>
  priceRecord({ id: model, llm_id: model, prompt_token_cost: prompt, completion_token_cost: completion }, 0);

const records = [record("dear", 2e-6, 8e-6), record("cheap", 1e-6, 4e-6)];
const [shown] = records;

function Pane() {
  const [changes, setChanges] = useState<WhatIfChanges>({});
  const [own, setOwn] = useState<CustomPrice>({ promptCost: null, completionCost: null });
  if (!shown) return null;
  return (
    <WhatIf
      shown={shown}
      records={records}
      standing={priceStatuses(records, 0)}
      spend={null}
      rangeName="Last 24 h"
      changes={changes}
      onChange={setChanges}
      per="1M"
      own={own}
      onCustomPriceChange={setOwn}
    />
  );
}

async function type(label: string, text: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, `${text}{Enter}`);
}

describe("what if", () => {
  it("does not assume traffic: it asks for figures, and compares once all are entered", async () => {
    render(<Pane />);
    expect(screen.getByText("no requests to models in the last 24 h: write your own figures")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
    await type("Tokens in", "1,000");
    await type("Tokens out", "100");
    await type("Requests per day", "1000");
    const lines = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(lines.map((line) => line.textContent)).toEqual([
      "dear$2.80 a day$84.00 a monthnow",
      "cheap$1.40 a day$42.00 a month\u221250%",
    ]);
    await type("Requests per day", "-5");
    expect(screen.getByLabelText("Requests per day").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByRole("row")).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("compares with a custom price, once both of its parts are entered", async () => {
    render(<Pane />);
    await type("Tokens in", "1000");
    await type("Tokens out", "100");
    await type("Requests per day", "1000");
    await type("Prompt at $/1M", "0.50");
    expect(screen.getAllByRole("row")).toHaveLength(3);
    await type("Completion at $/1M", "2");
    const lines = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(lines.map((line) => line.textContent)).toEqual([
      "dear$2.80 a day$84.00 a monthnow",
      "at your price$0.70 a day$21.00 a month\u221275%",
      "cheap$1.40 a day$42.00 a month\u221250%",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect((screen.getByLabelText("Prompt at $/1M") as HTMLInputElement).value).toBe("");
  });
});
