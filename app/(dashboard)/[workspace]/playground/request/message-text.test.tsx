// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { MessageText } from "./message-text";

afterEach(cleanup);

const LINE = "A line of a prompt that is long.\n";
const long = LINE.repeat(3_000);

/** Renders a text as a page does; the returned function reads its current value. */
function draw(first: string) {
  let current = first;
  function Page() {
    const [text, setText] = useState(first);
    current = text;
    const rest = { placeholder: "", isMono: false, isFolded: false };
    return <MessageText label="Message 1" text={text} onChange={setText} {...rest} />;
  }
  render(<Page />);
  return () => current;
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message 1" });

function paste(text: string): void {
  const event = createEvent.paste(box(), { clipboardData: { files: [], getData: () => text } });
  fireEvent(box(), event);
}

it("a long text is edited in windows, and all of it is kept", async () => {
  const current = draw(long);
  expect(box().value.length).toBeLessThan(20_000);
  fireEvent.change(box(), { target: { value: `First.\n${box().value}` } });
  await userEvent.click(screen.getByRole("button", { name: "Message 1: next part" }));
  expect(box().value.startsWith(LINE)).toBe(true);
  fireEvent.change(box(), { target: { value: box().value.replace("A line", "Another line") } });
  await userEvent.click(screen.getByRole("button", { name: "Message 1: previous part" }));
  expect(box().value.startsWith("First.\n")).toBe(true);
  expect(current()).toHaveLength(long.length + "First.\n".length + "nother".length);
  expect(current().startsWith("First.\nA line")).toBe(true);
});

it("a text that grows while it is typed is not split until it loses focus", async () => {
  draw(LINE.repeat(960));
  await userEvent.click(box());
  fireEvent.change(box(), { target: { value: LINE.repeat(1_000) } });
  expect(box().value).toHaveLength(1_000 * LINE.length);
  await userEvent.tab();
  expect(box().value.length).toBeLessThan(20_000);
});

it("a long pasted text replaces the selection and shows its first part", async () => {
  const current = draw("before after");
  await userEvent.click(box());
  box().setSelectionRange(7, 12);
  paste(long.replaceAll("\n", "\r\n"));
  expect(current()).toBe(`before ${long}`);
  expect(box().value.startsWith("before A line")).toBe(true);
  expect(box().value.length).toBeLessThan(20_000);
  expect(screen.getByText(/^characters 1–/)).toBeDefined();
});
