import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Kysely } from "kysely";
import { openAppDatabase } from "@/lib/database/app-database";
import type { SchemaCopy } from "@/lib/postgres/copy-database";
import type { SomeDatabase } from "@/lib/postgres/database-kind";
import { openStateTables } from "@/service/kernel/state/open-state";
import { openTrainingState } from "@/service/training/state/training-state";

type Opened = SomeDatabase & Pick<Kysely<unknown>, "destroy">;

/** A database of the data folder, and its place in PostgreSQL. */
export interface MovedPart {
  /** The owner of the data, for `--only`. */
  readonly owner: "dashboard" | "service";
  readonly file: string;
  readonly schema: string;
  /** Tables whose rows concern running processes or this database only. */
  readonly omitted: readonly string[];
  /** Opens it in a data folder, or in PostgreSQL. */
  readonly open: (dataFolder: string, url?: string) => Promise<Opened>;
}

export const MOVED_PARTS: readonly MovedPart[] = [
  // Counts of requests expire within minutes.
  { owner: "dashboard", file: "app.db", schema: "heddle_app", omitted: ["rate_limit"], open: openAppDatabase },
  {
    owner: "service",
    file: "service.db",
    schema: "heddle_service",
    omitted: ["lease", "setting"],
    open: openStateTables,
  },
  {
    owner: "service",
    file: join("training", "training.db"),
    schema: "heddle_training",
    omitted: ["lease"],
    open: (dataFolder, url) => openTrainingState(join(dataFolder, "training"), url),
  },
];

/** Opens a copy: opening a database changes its files. */
async function copyFiles(from: string, to: string, file: string): Promise<void> {
  await mkdir(dirname(join(to, file)), { recursive: true });
  await copyFile(join(from, file), join(to, file));
  await copyFile(join(from, `${file}-wal`), join(to, `${file}-wal`)).catch((error: NodeJS.ErrnoException) => {
    // A write-ahead log exists only while it is needed.
    if (error.code !== "ENOENT") throw error;
  });
}

/** Calls a function with databases of a data folder, opened on copies of their files. */
export async function withCopies<Result>(
  dataFolder: string,
  parts: readonly MovedPart[],
  use: (copies: readonly SchemaCopy[]) => Promise<Result>,
): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), "heddle-move-"));
  const opened: Opened[] = [];
  try {
    for (const { file } of parts) await copyFiles(dataFolder, copy, file);
    for (const { open } of parts) opened.push(await open(copy));
    return await use(
      parts.map(({ schema, omitted }, index) => {
        const source = opened[index];
        if (!source) throw new Error(`${schema} was not opened.`);
        return { source, schema, omitted };
      }),
    );
  } finally {
    for (const database of opened) await database.destroy();
    await rm(copy, { recursive: true, force: true });
  }
}
