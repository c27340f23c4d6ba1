import { readFileSync } from "node:fs";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { type FileImport, importsOf, type SourceFile } from "./source-tree";

/** The sources of the project. */
export interface Tree {
  readonly paths: readonly string[];
  readonly files: readonly SourceFile[];
  readonly imports: ReadonlyMap<string, readonly FileImport[]>;
}

let read: Tree | undefined;

/** Reads the sources, once for all checks of a process. */
export function readTree(): Tree {
  read ??= readFiles();
  return read;
}

function readFiles(): Tree {
  const paths = sourceFiles();
  const known = new Set(paths);
  const code = paths.filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path));
  const files = code.map((path) => ({ path, text: readFileSync(path, "utf8") }));
  return { paths, files, imports: new Map(files.map((file) => [file.path, importsOf(file, known)])) };
}

/** The imports of one file. */
export function importsFrom({ imports }: Tree, path: string): readonly FileImport[] {
  return imports.get(path) ?? [];
}
