import { describe, expect, it } from "vitest";
import { chartCsv } from "./chart-table";

describe("a chart as CSV", () => {
  it("quotes what holds commas, quotes and lines, and leaves unknown values empty", () => {
    const csv = chartCsv({
      head: ["Start", "a,b"],
      rows: [
        ["2026-11-20T10:00:00Z", 3],
        ['say "hi"\nthere', null],
      ],
    });
    expect(csv).toBe('Start,"a,b"\r\n2026-11-20T10:00:00Z,3\r\n"say ""hi""\nthere",\r\n');
  });

  it("gives a spreadsheet no formula that a caller wrote, and keeps negative numbers numbers", () => {
    const csv = chartCsv({ head: ['=HYPERLINK("x")'], rows: [["@sum"], [-4]] });
    expect(csv).toBe(`"'=HYPERLINK(""x"")"\r\n'@sum\r\n-4\r\n`);
  });
});
