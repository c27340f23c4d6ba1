import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Prints the figures that tests noted as a table, at the end. */
export default class FiguresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) =>
        Object.entries(test.meta().figures ?? {}).map(([name, value]) => [
          relative(process.cwd(), module.moduleId),
          name,
          typeof value === "number" ? value.toLocaleString("en-US") : value,
        ]),
      ),
    );
    if (rows.length === 0) return;
    console.log(["", "| suite | figure | value |", "| --- | --- | --- |", ...rows.map(asLine), ""].join("\n"));
  }
}

const asLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
