// @module-tag all
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "heddle-python-package-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = await pythonEnvironment("package", ["build", "hatchling", "pandas", "polars"]);

describeWith("the Python package, as it is built", environment, (python) => {
  it("contains the client and the logger, and gives data frames of pandas and polars", async () => {
    const built = join(folder, "wheels");
    const build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", built, resolve("clients/python")];
    await run(join(python.programs, "python"), build);
    const installed = join(folder, "installed");
    const install = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", installed, "--no-index"];
    await run(join(python.programs, "python"), [...install, "--find-links", built, "heddle"]);
    const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(installed)})
from heddle import Client, HeddleRun, Rows
assert HeddleRun.__module__ == "heddle.run"
rows = Rows(lambda: iter([{"a": {"b": 1}, "c": "x"}, {"a": {"b": 2}, "d": [1]}]))
pandas, polars = rows.pandas(), rows.polars()
print(json.dumps([list(pandas.columns), list(polars.columns), pandas["a.b"].tolist(), polars["a.b"].to_list(), polars["c"].to_list()]))`;
    const { stdout } = await run(join(python.programs, "python"), ["-c", program], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([
      ["a.b", "c", "d"],
      ["a.b", "c", "d"],
      [1, 2],
      [1, 2],
      ["x", null],
    ]);
  });
});
