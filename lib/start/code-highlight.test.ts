import { describe, expect, it } from "vitest";
import { codePieces } from "./code-highlight";
import { clients, firstProgram } from "./first-program";

const stamp = { id: "019a0000-0000-7000-8000-000000000001", startedAt: new Date("2026-11-20T14:32:08.100Z") };
const place = { serviceUrl: "http://127.0.0.1:7701", projectId: "mia/airline", key: null };

describe("program colors", () => {
  it.each(clients)("keep every character of the program for %s in its place", (client) => {
    const { variables, program } = firstProgram(client, place, stamp);
    for (const text of [variables, program]) {
      expect(
        codePieces(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });

  it("distinguish comments, strings, keywords and names, and do not treat an address as a comment", () => {
    const text = 'export A_B=http://x/y\n# why\nimport weave\ngreet("it\'s")';
    expect(codePieces(text).filter(({ kind }) => kind !== "plain")).toEqual([
      { kind: "word", text: "export" },
      { kind: "name", text: "A_B" },
      { kind: "comment", text: "# why" },
      { kind: "word", text: "import" },
      { kind: "string", text: '"it\'s"' },
    ]);
  });
});
