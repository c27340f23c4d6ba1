// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { costReasons } from "@/lib/calls/cost-reason";
import { CostReasons } from "./cost-reasons";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }) }));

afterEach(cleanup);

const COSTS = {
  pricing_level: "project",
  provider_id: "default",
  effective_date: "2025-01-01T00:00:00Z",
  requests: 1,
  prompt_tokens: 1_000_000,
  completion_tokens: 100_000,
  cache_read_input_tokens: 600_000,
  cache_creation_input_tokens: 0,
  prompt_token_cost: 1e-5,
  completion_token_cost: 2e-5,
  cache_read_input_token_cost: 1e-6,
  cache_creation_input_token_cost: null,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  prompt_tokens_total_cost: 4,
  completion_tokens_total_cost: 2,
  cache_read_input_tokens_total_cost: 0.6,
  cache_creation_input_tokens_total_cost: 0,
};

const draw = (costs: Readonly<Record<string, unknown>>) =>
  render(<CostReasons reasons={costReasons({ summary: { weave: { costs: { "house-model": costs } } } })} />);

it("names tokens and rates of each part, and leads to the price of the project", () => {
  draw(COSTS);
  const why = screen.getByRole("region", { name: "Show calculation" });
  expect(why.textContent).toContain("400,000 × $10.00 per 1M");
  expect(why.textContent).toContain("600,000 × $1.00 per 1M");
  expect(why.textContent).toContain("100,000 × $20.00 per 1M");
  const link = screen.getByRole("link", { name: "the project's price of 2025-01-01" });
  expect(link.getAttribute("href")).toBe("/airline/costs?models=house-model");
});

it("leads nowhere from a published price", () => {
  draw({ ...COSTS, pricing_level: "default" });
  expect(screen.getByText(/the published price of 2025-01-01/)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
