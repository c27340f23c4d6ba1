// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseQuery } from "@/lib/filter/query-text";
import { QueryBox } from "./query-box";
import { QueryChips } from "./query-chips";

afterEach(cleanup);

const sources = [
  { field: "op", hint: "name", values: ["agent.turn"] },
  { field: "status", hint: "call status", values: ["ok", "error"] },
];

function Page({ onAsk, onBack }: { onAsk: (text: string) => void; onBack?: () => void }) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  return (
    <QueryBox
      inputRef={input}
      placeholder="Search"
      text={text}
      onTextChange={setText}
      sources={sources}
      onAsk={onAsk}
      onBack={onBack ?? (() => undefined)}
    />
  );
}

describe("the query box", () => {
  it("applies the query at Enter and is cleared", async () => {
    const onAsk = vi.fn();
    render(<Page onAsk={onAsk} />);
    await userEvent.type(screen.getByRole("combobox"), "refund status:error{Enter}");
    expect(onAsk).toHaveBeenCalledExactlyOnceWith("refund status:error");
    expect(screen.getByRole("combobox")).toHaveProperty("value", "");
  });

  it("ignores blank text", async () => {
    const onAsk = vi.fn();
    render(<Page onAsk={onAsk} />);
    await userEvent.type(screen.getByRole("combobox"), "  {Enter}");
    expect(onAsk).not.toHaveBeenCalled();
  });

  it("suggests fields and then values, by keyboard alone", async () => {
    const onAsk = vi.fn();
    render(<Page onAsk={onAsk} />);
    await userEvent.type(screen.getByRole("combobox"), "st{ArrowDown}{Enter}");
    expect(screen.getByRole("combobox")).toHaveProperty("value", "status:");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(onAsk).toHaveBeenCalledExactlyOnceWith("status:error");
  });

  it("moves to the chips when it is empty", async () => {
    const onBack = vi.fn();
    render(<Page onAsk={vi.fn()} onBack={onBack} />);
    await userEvent.type(screen.getByRole("combobox"), "a{Backspace}");
    expect(onBack).not.toHaveBeenCalled();
    await userEvent.keyboard("{Backspace}");
    expect(onBack).toHaveBeenCalledTimes(1);
  });
});

describe("the chips", () => {
  it("describe each term and remove it by its position", async () => {
    const onRemove = vi.fn();
    const { terms } = parseQuery("-op:a,b latency:>2s");
    render(<QueryChips terms={terms} problems={[]} onEdit={vi.fn()} onRemove={onRemove} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter: op is not any of a +1" }));
    expect(onRemove).toHaveBeenCalledExactlyOnceWith("-op:a,b", 0);
    expect(screen.getByRole("button", { name: "Edit filter: latency > 2s" })).toBeTruthy();
  });

  it("name users", () => {
    const { terms } = parseQuery("user:u1 op:u1");
    const userNames = new Map([["u1", "Ada"]]);
    render(<QueryChips terms={terms} problems={[]} userNames={userNames} onEdit={vi.fn()} onRemove={vi.fn()} />);
    expect(screen.getByRole("button", { name: "Edit filter: user is Ada" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Edit filter: op is u1" })).toBeTruthy();
  });

  it("also show terms that could not be parsed", () => {
    const { terms, problems } = parseQuery('status:ok op:"open');
    render(<QueryChips terms={terms} problems={problems} onEdit={vi.fn()} onRemove={vi.fn()} />);
    expect(screen.getByTitle("a quote is not closed").textContent).toContain('op:"open');
  });
});
