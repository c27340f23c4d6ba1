// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type RefObject, useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { codeDelivery } from "@/test/setup/code-delivery";
import { LayerFailure } from "./layer-failure";
import { loadedLater, partLoadedLater } from "./loaded-later";

afterEach(cleanup);

type PartProps = { name: string };

const Chart = ({ name }: PartProps) => <p>Chart of {name}</p>;

const delivery = () => codeDelivery<PartProps>();

it("draws what is there meanwhile, and then the part", async () => {
  const { load, resolve } = delivery();
  const Part = partLoadedLater(load, <p>Loading</p>);
  render(<Part name="costs" />);
  expect(screen.getByText("Loading")).toBeDefined();
  resolve(Chart);
  expect(await screen.findByText("Chart of costs")).toBeDefined();
});

it("draws a part that was preloaded at once", async () => {
  const { load, resolve } = delivery();
  const Part = partLoadedLater(load, <p>Loading</p>);
  const preloaded = Part.preload();
  resolve(Chart);
  await preloaded;
  render(<Part name="costs" />);
  expect(screen.getByText("Chart of costs")).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

it("says that a part did not load, and loads it with Retry", async () => {
  const { load, resolve, reject } = delivery();
  const Part = partLoadedLater(load);
  render(<Part name="costs" />);
  reject();
  expect((await screen.findByRole("alert")).textContent).toContain("This part of the page could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  reject();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  resolve(Chart);
  expect(await screen.findByText("Chart of costs")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(load).toHaveBeenCalledTimes(3);
});

it("loads a part that did not load once the browser is back online", async () => {
  const { load, resolve, reject } = delivery();
  const Part = partLoadedLater(load);
  render(<Part name="costs" />);
  reject();
  await screen.findByRole("alert");
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  resolve(Chart);
  expect(await screen.findByText("Chart of costs")).toBeDefined();
});

it("draws all of a part's places when another one loaded it", async () => {
  const { load, resolve, reject } = delivery();
  const Part = partLoadedLater(load);
  const { rerender } = render(<Part name="costs" />);
  reject();
  await screen.findByRole("alert");
  rerender(
    <>
      <Part name="costs" />
      <Part key="other" name="calls" />
    </>,
  );
  resolve(Chart);
  expect(await screen.findByText("Chart of calls")).toBeDefined();
  expect(screen.getByText("Chart of costs")).toBeDefined();
});

it("says at its button that a menu did not load; Escape closes it and returns the focus", async () => {
  type LayerProps = PartProps & { anchor: RefObject<HTMLElement | null>; onClose: () => void };
  const { load, reject } = codeDelivery<LayerProps>();
  const onClose = vi.fn();
  const Layer = loadedLater<LayerProps>(load, { Failed: LayerFailure });
  function Page() {
    const anchor = useRef<HTMLButtonElement>(null);
    return (
      <>
        <button ref={anchor} type="button">
          More
        </button>
        <Layer name="menu" anchor={anchor} onClose={onClose} />
      </>
    );
  }
  render(<Page />);
  reject();
  expect(await screen.findByRole("alert")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Retry" })));
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
});
