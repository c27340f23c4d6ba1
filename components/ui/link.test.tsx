// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { AnchorHTMLAttributes } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Link } from "./link";

type NextLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { prefetch: boolean | null };

vi.mock("next/link", () => ({
  default: ({ prefetch, ...props }: NextLinkProps) => <a {...props} data-asked-for={String(prefetch)} />,
}));

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (props: { onFocus?: () => void; isPagePrefetched?: boolean } = {}) => {
  render(
    <Link href="/air/traces" {...props}>
      Traces
    </Link>,
  );
  return screen.getByRole("link", { name: "Traces" });
};

const isAskedFor = (link: HTMLElement) => link.dataset.askedFor !== "false";
const rest = () => act(() => vi.advanceTimersByTime(1000));

it("does not prefetch because it is visible", () => {
  const link = open();
  rest();
  expect(isAskedFor(link)).toBe(false);
});

it("prefetches when a pointer rests on it, and cancels once it has left", () => {
  const link = open();
  fireEvent.pointerEnter(link);
  rest();
  expect(isAskedFor(link)).toBe(true);
  fireEvent.pointerLeave(link);
  expect(isAskedFor(link)).toBe(false);
});

it("prefetches the page itself only where that is asked for", () => {
  const link = open({ isPagePrefetched: true });
  expect(isAskedFor(link)).toBe(false);
  fireEvent.pointerEnter(link);
  rest();
  expect(link.dataset.askedFor).toBe("true");
  cleanup();
  const other = open();
  fireEvent.pointerEnter(other);
  rest();
  expect(other.dataset.askedFor).toBe("null");
});

it("does not prefetch for a pointer that only passes by", () => {
  const link = open();
  fireEvent.pointerEnter(link);
  fireEvent.pointerLeave(link);
  rest();
  expect(isAskedFor(link)).toBe(false);
});

it("prefetches when the focus rests on it, and calls its own listeners too", () => {
  const onFocus = vi.fn();
  const link = open({ onFocus });
  fireEvent.focus(link);
  rest();
  expect(isAskedFor(link)).toBe(true);
  expect(onFocus).toHaveBeenCalledOnce();
});
