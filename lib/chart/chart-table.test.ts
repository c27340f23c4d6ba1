import { describe, expect, it } from "vitest";
import { chartCsv } from "./chart-table";

describe("a chart as CSV", () => {
  it("quotes values with commas, quotes and line breaks, and leaves unknown values empty", () => {
    const csv = chartCsv({
      head: ["Start", "a,b"],
      rows: [
        ["2026-11-20T10:00:00Z", 3],
        ['say "hi"\nthere', null],
      ],
    });
    expect(csv).toBe('Start,"a,b"\r\n2026-11-20T10:00:00Z,3\r\n"say ""hi""\nthere",\r\n');
  });

  it("never gives a spreadsheet a caller's text as a formula, and keeps negative numbers numeric", () => {
    const csv = chartCsv({ head: ['=HYPERLINK("x")'], rows: [["@sum"], [-4]] });
    expect(csv).toBe(`"'=HYPERLINK(""x"")"\r\n'@sum\r\n-4\r\n`);
  });
});
