// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { RangeButton } from "./range-button";
import type { SeriesParams } from "./series-params";

afterEach(cleanPage);

const PARAMS: SeriesParams = {
  ...{ x: "step", smooth: "ema", ema: 0.6, window: 21, log: false, clip: true },
  ...{ zoom: [], low: null, high: null, find: "", open: [] },
};

/** Opens the form over a run of 100 iterations. */
async function open(params: Partial<SeriesParams> = {}) {
  const onChange = vi.fn();
  renderElementOnPage(<RangeButton params={{ ...PARAMS, ...params }} extent={[1, 100]} onChange={onChange} />);
  fireEvent.click(screen.getByRole("button", { name: "Range" }));
  const form = within(await screen.findByRole("dialog", { name: "Range of the axes" }));
  const type = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values))
      fireEvent.change(await form.findByRole("textbox", { name }), { target: { value } });
  };
  return { onChange, form, type };
}

it("sets the typed ends of both axes, and leaves those of the values where none is typed", async () => {
  const { onChange, form, type } = await open();
  await type({ "From step": "20", "Lowest value": "-0.5" });
  fireEvent.click(form.getByRole("button", { name: "Apply" }));
  expect(onChange).toHaveBeenCalledWith({ zoom: [20, 100], low: -0.5, high: null });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("begins with the ends of the address, and clears them", async () => {
  const { onChange, form, type } = await open({ zoom: [5, 50], low: 0.1, high: 2 });
  expect((await form.findAllByRole("textbox")).map((field) => (field as HTMLInputElement).value)).toEqual([
    ...["5", "50", "0.1", "2"],
  ]);
  await type({ "From step": "", "To step": " ", "Lowest value": "", "Highest value": "" });
  fireEvent.click(form.getByRole("button", { name: "Apply" }));
  expect(onChange).toHaveBeenCalledWith({ zoom: [], low: null, high: null });
});

it("says what is wrong with an end, and does not apply it", async () => {
  const { onChange, form, type } = await open();
  await type({ "From step": "20", "To step": "10" });
  expect(form.getByRole("alert").textContent).toBe("Not after the beginning");
  await type({ "To step": "", "Highest value": "high" });
  expect(form.getByRole("alert").textContent).toBe("Not a number");
  const apply = form.getByRole("button", { name: "Apply" });
  expect((apply as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(apply);
  expect(onChange).not.toHaveBeenCalled();
});
