import { describe, expect, it } from "vitest";
import { exceptionLine, exceptionText } from "./exception-text";

describe("the line of an exception", () => {
  it("is the informative one", () => {
    expect(exceptionLine('Traceback (most recent call last):\n  File "a.py"\nValueError: no')).toBe("ValueError: no");
    expect(exceptionLine("Error: no\n    at a.js")).toBe("Error: no");
  });
});

describe("an exception that the Python SDK sent as JSON", () => {
  const frame = { filename: "/app/agent.py", line_number: 31, function_name: "book", text: "seat = free[0]" };
  const sent = (more: object) => JSON.stringify({ type: "IndexError", message: "list index out of range", ...more });

  it("reads as a traceback with file, line and function", () => {
    const inner = { ...frame, line_number: 7, function_name: "pick", text: null };
    expect(exceptionText(sent({ traceback: [frame, inner] }))).toBe(
      [
        "Traceback (most recent call last):",
        '  File "/app/agent.py", line 31, in book',
        "    seat = free[0]",
        '  File "/app/agent.py", line 7, in pick',
        "IndexError: list index out of range",
      ].join("\n"),
    );
  });

  it("reads as one line without frames, and frames of another shape are left out", () => {
    expect(exceptionText(sent({}))).toBe("IndexError: list index out of range");
    expect(exceptionText(sent({ traceback: [7, {}, null] }))).toBe("IndexError: list index out of range");
    expect(exceptionText(sent({ message: "" }))).toBe("IndexError");
  });

  it("has its type and the first line of its message in lists", () => {
    expect(exceptionLine(sent({ message: "bad row\nin line 3", traceback: [frame] }))).toBe("IndexError: bad row");
  });

  it("is any other text unchanged, also JSON of another shape or cut JSON", () => {
    for (const text of ['{"error": 1}', '{"type": "IndexError", "mess', "{not json", "boom", "[1]"]) {
      expect(exceptionText(text)).toBe(text);
    }
  });
});
