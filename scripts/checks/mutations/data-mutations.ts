// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
import type { Mutation } from "./mutation";

const ACCEPTED = "service/traces/store/calls/accepted-parts.ts";
const ACCEPTED_TEST = "service/traces/store/calls/accepted-parts.test.ts";
const RECORD_LOG = "service/traces/store/engine/record-log.ts";
const LOG_FAULTS = "service/traces/store/engine/record-log-faults.test.ts";
const STORED_SEAL = "service/open-stored-seal.test.ts";
const RESERVE = "service/traces/store/engine/disk-reserve.ts";
const KILL = "test/faults/kill.test.ts";
const DISKS = "test/faults/store/disks.test.ts";
const VALUES = "test/faults/store/values.test.ts";
const READ_BODY = "service/kernel/bodies/read-body.ts";
const JSON_LINES = "lib/api/client/json-lines.ts";
const TWO_TABS = "test/faults/relay-two-tabs.test.ts";
const UPSTREAMS = "test/faults/upstreams/upstreams.test.ts";

/** Rows D1 to D24: what is stored, and what a failure looks like. */
export const dataMutations: readonly Mutation[] = [
  {
    row: "D1",
    without: "the wait until what is acknowledged is on disk",
    file: "service/traces/store/calls/call-writer.ts",
    text: "await written;",
    by: "written.catch(() => undefined);",
    test: {
      file: KILL,
      title: "keeps every acknowledged part of every call, once, through ${KILLS} kills during ingest",
    },
  },
  {
    row: "D2",
    without: "a flush before what is acknowledged",
    file: RECORD_LOG,
    text: "await file.handle.datasync();\n      file.length += length;",
    by: "file.length += length;",
    test: {
      file: "test/faults/store/power-cut.test.ts",
      title: "loses no acknowledged part of any call, through ${CUTS} cuts during ingest",
    },
  },
  {
    row: "D2",
    without: "a flush after each change of the dashboard",
    file: "lib/sqlite/libsql-dialect.ts",
    text: "pragma synchronous = full;",
    by: "pragma synchronous = off;",
    test: {
      file: "test/faults/store/power-cut.test.ts",
      title: "loses no acknowledged change of the dashboard's database, through ${CUTS} cuts",
    },
  },
  {
    row: "D3",
    without: "the failure of a start that cannot store its log",
    file: ACCEPTED,
    text: "throw new StoreError(`The acknowledged calls",
    by: 'if (reason === "") throw new StoreError(`The acknowledged calls',
    test: { file: ACCEPTED_TEST, title: "stay in the log when the next start cannot store them" },
  },
  {
    row: "D3",
    without: "the failure of readers",
    file: ACCEPTED,
    text: "if (this.#isHeld(last)) throw toStoreError(this.#failure, false);",
    by: "",
    test: {
      file: ACCEPTED_TEST,
      title: "that cannot be stored fail readers instead of being invisible to them, and are stored later",
    },
  },
  {
    row: "D3",
    without: "another try",
    file: ACCEPTED,
    text: "this.#storing = null;\n      this.#releaseLater();",
    by: "this.#storing = null;",
    test: { file: ACCEPTED_TEST, title: "are tried again without a reader" },
  },
  {
    row: "D3",
    without: "what failed among what is kept",
    file: ACCEPTED,
    text: "this.#held = [...failed, ...this.#held];",
    by: "this.#held = [...this.#held];",
    test: {
      file: ACCEPTED_TEST,
      title: "of which one is refused again and again are stored without it, and it stays in the log until it is taken",
    },
  },
  {
    row: "D3",
    without: "single writes after a group failed",
    file: "service/kernel/concurrency/group-commit.ts",
    text: "else for (const waiting of group) await this.#commit([waiting]);",
    by: "else for (const waiting of group) waiting.reject(error);",
    test: {
      file: "service/kernel/concurrency/group-commit.test.ts",
      title: "does not fail the other requests when one cannot be written",
    },
  },
  {
    row: "D4",
    without: "UTF-8",
    file: READ_BODY,
    text: "return utf8.decode(bytes);",
    by: 'return Buffer.from(bytes).toString("latin1");',
    test: { file: VALUES, title: "of %d MB comes back byte by byte" },
  },
  {
    row: "D5",
    without: "storing what the log has of an earlier run",
    file: ACCEPTED,
    text: "await this.#storeRecords();",
    by: "void this.#storeRecords;",
    test: {
      file: KILL,
      title:
        "keeps what it acknowledged before it stored it, as without readers, through ${UNREAD_KILLS} kills, and is ready soon after each",
    },
  },
  {
    row: "D6",
    without: "the error at the end of a stream that broke off",
    file: "lib/api/server/answer/watched-stream.ts",
    text: "controller.error(error);",
    by: "controller.close();",
    test: {
      file: "test/faults/relay-streams.test.ts",
      title: "that breaks off is an error to the reader, never a shorter complete response",
    },
  },
  {
    row: "D6",
    without: "the look at the last line",
    file: JSON_LINES,
    text: 'if (!isJson(last)) return { rows, end: { kind: "cut-short", reason: "The last line is incomplete." } };',
    by: "void isJson;",
    test: {
      file: "lib/api/client/json-lines.test.ts",
      title: "are cut short when the stream ends in half a line, keeping complete rows",
    },
  },
  {
    row: "D6",
    without: "the reason why a stream ended",
    file: JSON_LINES,
    text: ': { kind: "cut-short", reason: failureOf(error).message || "The connection was lost." };',
    by: ': { kind: "complete" };',
    test: { file: UPSTREAMS, title: "$fault shows what arrived, and what is missing" },
  },
  {
    row: "D7",
    without: "the time for the head of a request",
    file: "service/http/connection-limits.ts",
    text: "server.headersTimeout = headersTimeoutMs;",
    by: "void headersTimeoutMs;",
    test: {
      file: "service/http/connection-limits.test.ts",
      title: "closes a connection that sends %s in time, and answers others",
    },
  },
  {
    row: "D7",
    without: "the limit of connections",
    file: "service/http/connection-limits.ts",
    text: "server.maxConnections = maxConnections;",
    by: "void maxConnections;",
    test: {
      file: "service/http/connection-limits.test.ts",
      title: "closes connections beyond the limit as they come, and answers again once others have ended",
    },
  },
  {
    row: "D8",
    without: "the refusal before anything of a request is stored",
    file: RESERVE,
    text: 'if (this.#isFull) throw new StorageFullError("refused");',
    by: "void StorageFullError;",
    test: {
      file: DISKS,
      title:
        "refuses writes with 507 while the disk is full, shows all that it acknowledged and nothing that it refused, and continues once there is space",
    },
  },
  {
    row: "D8",
    without: "the space of the reserve",
    file: RESERVE,
    text: 'await writeFile(this.#file, "", { mode: 0o600 }).catch(ignoreFullDisk);',
    by: "void ignoreFullDisk;",
    test: {
      file: DISKS,
      title:
        "starts on a full disk after a kill, has everything that it acknowledged, and accepts calls again after old ones were removed",
    },
  },
  {
    row: "D8",
    without: "the end of the log behind a record that did not fit",
    file: RECORD_LOG,
    text: "await withoutRest(file).catch(ignored);",
    by: "",
    test: { file: DISKS, title: "leaves nothing in the log of a request that did not fit" },
  },
  {
    row: "D8",
    without: "the release of the reserve",
    file: RESERVE,
    text: "if (freeBytes < this.#minFreeBytes && (isHeld || !this.#isFull)) return await this.release();",
    by: "",
    test: {
      file: "service/traces/store/engine/disk-reserve.test.ts",
      title: "is released when the disk is nearly full, and made again when there is room, also by a later process",
    },
  },
  {
    row: "D9",
    without: "the list of what could not be read",
    file: "service/traces/operations/storage/storage-read.ts",
    text: "...parts.map(({ table, partCount, bytes }) => ({ table, part_count: partCount, bytes })),",
    by: "",
    test: {
      file: "service/traces/operations/storage/storage.test.ts",
      title: "lists by table what the engine could not read, without a folder of the machine",
    },
  },
  {
    row: "D9",
    without: "the alert of Settings → Storage",
    file: "app/(dashboard)/settings/storage/storage-view.tsx",
    text: "const text = damageText(damaged);",
    by: "const text = damageText([]);",
    test: {
      file: "app/(dashboard)/settings/storage/storage-view.test.tsx",
      title: "says which tables have damaged parts, and what to do",
    },
  },
  {
    row: "D9",
    without: "the look at whose rows a part had",
    file: "service/traces/store/engine/damaged-parts.ts",
    text: "const losses = await readLosses(store, table, part);",
    by: "const losses: Awaited<ReturnType<typeof readLosses>> = [];",
    test: {
      file: "service/traces/store/engine/damaged-parts.test.ts",
      title: "says whose rows a part had that is set aside, and of which time",
    },
  },
  {
    row: "D9",
    without: "the project of a mark",
    file: "components/shell/missing-notice.tsx",
    text: "id === null || id === projectId",
    by: 'id !== "" || id === projectId',
    test: {
      file: "components/shell/service-watch.test.tsx",
      title: "says on the page what the project lacks, and not what others lack",
    },
  },
  {
    row: "D9",
    without: "the mark where it is not known",
    file: "components/shell/missing-notice.tsx",
    text: "isError ? UNKNOWN_TEXT : missingText(missing)",
    by: 'isError && UNKNOWN_TEXT === "" ? null : missingText(missing)',
    test: {
      file: "components/shell/service-watch.test.tsx",
      title: "says that it does not know what the project lacks when that cannot be read",
    },
  },
  {
    row: "D9",
    without: "the mark on answers",
    file: "service/http/router.ts",
    text: "if (missing.length > 0) response.headers.set(",
    by: "if (missing.length < 0) response.headers.set(",
    test: {
      file: "test/faults/store/damaged-files.test.ts",
      title: "that only a reader notices is set aside at the start or while it runs, and shown with the table's name",
    },
  },
  {
    row: "D9",
    without: "the search for what can be read of a damaged part",
    file: "service/traces/store/salvage/readable-ranges.ts",
    text: "if (granules.length === 1) return",
    by: "if (granules.length >= 1) return",
    test: {
      file: "service/traces/scrub/salvage-aside.test.ts",
      title: "of its %s loses no row that can be read, and none without a mark",
    },
  },
  {
    row: "D9",
    without: "the look for the parts that a damaged one was merged from",
    file: "service/traces/store/salvage/salvage-part.ts",
    text: "if (await isInOthers(store, aside)) return",
    by: 'if ((await isInOthers(store, aside)) && store.kind === "server") return',
    test: {
      file: "service/traces/scrub/salvage-aside.test.ts",
      title: "leaves the parts that it was merged from, where they are still there, and doubles none of their rows",
    },
  },
  {
    row: "D9",
    without: "the continuation of a salvage that was killed",
    file: "service/traces/scrub/salvage-aside.ts",
    text: 'if (note?.state === "attaching") await',
    by: 'if (note?.state === "begun") await',
    test: {
      file: "service/traces/scrub/salvage-aside.test.ts",
      title: "when it has %s is ended by the next start, without a row twice or missing",
    },
  },
  {
    row: "D9",
    without: "the look at newer rows before older ones are copied",
    file: "service/traces/store/salvage/table-shape.ts",
    text: '? "absent" : "none"',
    by: '? "all" : "none"',
    test: {
      file: "service/traces/scrub/salvage-aside.test.ts",
      title: "are not replaced by older ones in a table in which the last stored row counts",
    },
  },
  {
    row: "D9",
    without: "the look at what retention removed meanwhile",
    file: "service/traces/store/salvage/removed-meanwhile.ts",
    text: "if (chosen.length === 0) return null;",
    by: "if (chosen.length >= 0) return null;",
    test: {
      file: "service/traces/scrub/salvage-aside.test.ts",
      title: "do not come back when retention removed them",
    },
  },
  {
    row: "D9",
    without: "the look at deleted calls before calls come back from a backup",
    file: "service/traces/store/salvage/rows-of-backup.ts",
    text: "return [`NOT (${DELETED_SQL})`, ...",
    by: "return [...",
    test: {
      file: "test/faults/store/repair.test.ts",
      title:
        "brings exactly the missing calls back from a backup, no deleted or removed one and none twice, and takes their marks away",
    },
  },
  {
    row: "D9",
    without: "the mark on saved charts",
    file: "lib/chart/export-chart.ts",
    text: "await fileNameOf(usualName)",
    by: "await Promise.resolve(usualName)",
    test: {
      file: "lib/chart/export-chart.test.ts",
      title: "saves the values of a chart under a name that says when the project lacks some",
    },
  },
  {
    row: "D9",
    without: "the comparison of the number of rows with that of projections",
    file: "service/traces/store/engine/miscounted-parts.ts",
    text: "AND rows != parent_rows",
    by: "AND rows < 0",
    test: {
      file: "test/faults/store/damaged-files.test.ts",
      title: "of the file that counts the rows of a part, which says %s, hides no row and no count is wrong",
    },
  },
  {
    row: "D10",
    without: "questions to the service every three seconds",
    file: "components/shell/service-watch.tsx",
    text: "const ASK_INTERVAL_MS = 3_000;",
    by: "const ASK_INTERVAL_MS = 3_000_000;",
    test: {
      file: "components/shell/service-watch.test.tsx",
      title: "says that a service does not respond, and reads its data again once it does",
    },
  },
  {
    row: "D11",
    without: "the look whether a call is stored",
    file: "service/traces/store/calls/known-calls.ts",
    text: "const mayBeStored = !this.#arrived.delete(key) && this.#ids.add(part.id);",
    by: "const mayBeStored = !this.#arrived.delete(key) && !this.#ids.add(part.id);",
    test: {
      file: "test/faults/store/upserts.test.ts",
      title: "keeps one call for any parts, in any order, repeated, at the same time and over restarts",
    },
  },
  {
    row: "D12",
    without: "the limit of nesting",
    file: READ_BODY,
    text: "if (depth + jsonDepth(text) <= MAX_JSON_DEPTH) return;",
    by: "if (depth + jsonDepth(text) >= 0) return;",
    test: { file: VALUES, title: "that is nested %d deep is refused with the limit, and nothing is stored" },
  },
  {
    row: "D12",
    without: "the refusal of bytes that are not UTF-8",
    file: READ_BODY,
    text: 'new TextDecoder("utf-8", { fatal: true })',
    by: 'new TextDecoder("utf-8")',
    test: { file: VALUES, title: "with %s is refused, and nothing is stored" },
  },
  {
    row: "D12",
    without: "the parser of JSON alone",
    file: READ_BODY,
    text: 'return body.kind === "json" && body.isOfPython ? parsePythonJson : JSON.parse;',
    by: 'return body.kind === "json" ? parsePythonJson : JSON.parse;',
    test: { file: VALUES, title: "that contains %s, which is not JSON, is refused with the place" },
  },
  {
    row: "D13",
    without: "the message about the folder",
    file: "lib/environment/create-data-folder.ts",
    text: "The data folder ${folder} cannot be created",
    by: "The data folder cannot be opened",
    test: { file: DISKS, title: "does not start on a read-only disk, and says which folder and why" },
  },
  {
    row: "D13",
    without: "the variable in the message about a second process",
    file: "service/kernel/errors/store-errors.ts",
    text: ", or choose another folder with HEDDLE_DATA.",
    by: ".",
    test: {
      file: KILL,
      title: "ends with a message that names the folder and how to choose another, and the first continues",
    },
  },
  {
    row: "D14",
    without: "the check of an answer",
    file: "lib/api/client/row-client.ts",
    text: "if (parsed.success) return parsed.data;",
    by: "if (parsed.success || value !== undefined) return value;",
    test: { file: UPSTREAMS, title: "$fault says so in place of the content" },
  },
  {
    row: "D15",
    without: "the reason why a provider failed",
    file: "service/completion/operations/completions-create.ts",
    text: "const isOfProvider = error instanceof ProviderFailure;",
    by: "const isOfProvider = error instanceof ProviderFailure && error.status !== 200;",
    test: { file: "test/faults/fuzz/mutated-answers.test.ts", title: "bytes is reported, never as a defect" },
  },
  {
    row: "D16",
    without: "the look whether a user has typed",
    file: "app/providers.tsx",
    text: '!== "signed-out" || hasTypedText()) return;',
    by: '!== "signed-out") return;',
    test: {
      file: "app/providers.test.tsx",
      title: "while the user types keeps the text, says so, and lets the user send it after signing in elsewhere",
    },
  },
  {
    row: "D17",
    without: "the comparison with what a form was opened with",
    file: "lib/api/server/app-handlers/connections.ts",
    text: "if (before.updatedAt !== input.updatedAt) throw changedMeanwhile();",
    by: "",
    test: {
      file: TWO_TABS,
      title: "with the same connection open: the older tab cannot bring the old address back with the new credential",
    },
  },
  {
    row: "D17",
    without: "the comparison with what a form was opened with, for changes of credentials only",
    file: "lib/api/server/app-handlers/connections.ts",
    text: "if (before.updatedAt !== input.updatedAt) throw changedMeanwhile();",
    by: "if (before.updatedAt !== input.updatedAt && !input.bearer?.token) throw changedMeanwhile();",
    test: {
      file: TWO_TABS,
      title: "with the same connection open: the second change is refused and says why, also one of credentials only",
    },
  },
  {
    row: "D17",
    without: "the end of sessions in all tabs",
    file: "lib/database/sessions.ts",
    text: "return Number((await query.executeTakeFirst()).numDeletedRows);\n}\n\n/** Deletes sessions",
    by: "return await Promise.resolve(query === undefined ? 1 : 0);\n}\n\n/** Deletes sessions",
    test: {
      file: TWO_TABS,
      title: "are both signed out at once: the next action of the other one changes nothing and reaches no service",
    },
  },
  {
    row: "D17",
    without: "the revision of rules",
    file: "service/traces/redaction/redaction.ts",
    text: "if (!isStored) throw new ConflictError(",
    by: "if (isStored === null) throw new ConflictError(",
    test: { file: "test/faults/relay-redaction.test.ts", title: "says that somebody else changed the rules" },
  },
  {
    row: "D18",
    without: "the latest time that the clock has shown",
    file: "service/traces/store/calls/known-calls.ts",
    text: "this.#latestMs = Math.max(this.#latestMs, Date.now());",
    by: "this.#latestMs = Date.now();",
    test: {
      file: "service/traces/store/calls/known-calls.test.ts",
      title: "looks a call up that may be stored, also when the clock has stepped back since",
    },
  },
  {
    row: "D18",
    without: "the end of sessions of a clock that was ahead",
    file: "lib/database/sessions.ts",
    text: "const isWithin = (time: string, [first, last]: Period) => time >= first && time <= last;",
    by: "const isWithin = (time: string, [first]: Period) => time >= first;",
    test: {
      file: "lib/database/people.test.ts",
      title: "end when the clock steps back by more than they last, instead of lasting until then",
    },
  },
  {
    row: "D18",
    without: "the end of counts of a clock that was ahead",
    file: "lib/auth/rate-limit.ts",
    text: "return msBeforeNext > 2 * duration * 1000;",
    by: "return msBeforeNext > duration * 1e9;",
    test: {
      file: "lib/auth/rate-limit.test.ts",
      title: "by hours, refuses nobody until the clock is there again, and still counts",
    },
  },
  {
    row: "D19",
    without: "sessions that outlast a start",
    file: "lib/database/app-database.ts",
    text: 'return await openDatabase<AppSchema>({ file: join(dataFolder, "app.db"), schema: "heddle_app", url }, appMigrations);',
    by: 'const database = await openDatabase<AppSchema>({ file: join(dataFolder, "app.db"), schema: "heddle_app", url }, appMigrations);\n  await database.deleteFrom("session").execute();\n  return database;',
    test: {
      file: "test/faults/dashboard-kill.test.ts",
      title: "a killed dashboard keeps every acknowledged change, once, and its sessions, through ${KILLS} kills",
    },
    needsDashboard: true,
  },
  {
    row: "D20",
    without: "the count of ends",
    file: "scripts/launcher/supervise.ts",
    text: "count += 1;",
    by: "count = 1;",
    test: {
      file: "scripts/launcher/supervise.test.ts",
      title: "reports each end of a program that crashes again and again, with the time of its next start",
    },
  },
  {
    row: "D20",
    without: "the message to a program that is restarted",
    file: "scripts/launcher/supervise.ts",
    text: "if (lastMessage !== undefined) sendTo(child, lastMessage);",
    by: "",
    test: {
      file: "scripts/launcher/supervise.test.ts",
      title: "passes messages to a program, also to one that is restarted later",
    },
  },
  {
    row: "D21",
    without: "the rest of a page that is hidden",
    file: "app/(dashboard)/[workspace]/traces/list/use-call-counts.ts",
    text: "refetchInterval: REFRESH_INTERVAL_MS,",
    by: "refetchInterval: REFRESH_INTERVAL_MS,\n    refetchIntervalInBackground: true,",
    test: {
      file: "app/(dashboard)/[workspace]/traces/list/live-hour.test.tsx",
      title:
        "a live list that is open for ${(WINDOWS * WINDOW_MS) / MINUTE_MS} minutes holds no more rows and sends no more requests than in the beginning, and sends none while it is hidden",
    },
  },
  {
    row: "D22",
    without: "the wait for a flush",
    file: RECORD_LOG,
    text: "await file.handle.datasync();\n      file.length += length;",
    by: "file.length += length;",
    test: {
      file: LOG_FAULTS,
      title: "acknowledges nothing that was not flushed, and has nothing of it at the next start",
    },
  },
  {
    row: "D22",
    without: "another try to remove what was refused",
    file: RECORD_LOG,
    text: "if (file.hasRest) await withoutRest(file);",
    by: "",
    test: { file: LOG_FAULTS, title: "keeps what it refused out also where it can remove it only later" },
  },
  {
    row: "D22",
    without: "another try to empty a file",
    file: RECORD_LOG,
    text: "// The disk may have refused it before.\n    this.#emptyIfDone(side);",
    by: "",
    test: { file: LOG_FAULTS, title: "does not take the place of records in a file that could not be emptied" },
  },
  {
    row: "D22",
    without: "the memory of a write that failed",
    file: "service/traces/store/calls/call-writer.ts",
    text: 'if (error instanceof StoreError && error.name === "StoreError") this.#isFailing = true;',
    by: "",
    test: {
      file: "service/http/metrics/service-metrics.test.ts",
      title: "says that calls cannot be stored, which are refused, until they can be",
    },
  },
  {
    row: "D23",
    without: "the look whether secrets are stored before a key is created",
    file: "service/open-stored-seal.ts",
    text: "if (hasSealKey(dataFolder, given)) return openSeal(dataFolder, given);",
    by: "if (dataFolder !== null) return openSeal(dataFolder, given);",
    test: {
      file: STORED_SEAL,
      title: "says so at its start, and changes neither the secrets nor the key, which can be restored",
    },
  },
  {
    row: "D23",
    without: "the line about secrets that cannot be read",
    file: "service/service.ts",
    text: "await logUnreadable({ state, seal }, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY, log);",
    by: "",
    test: {
      file: STORED_SEAL,
      title: "says so at its start, and changes neither the secrets nor the key, which can be restored",
    },
  },
  {
    row: "D23",
    without: "the look whether the dashboard's key is gone",
    file: "lib/auth/key-check.ts",
    text: "await requireKey(database, environment);",
    by: "",
    test: {
      file: "scripts/launcher/set-up.test.ts",
      title: "fails when the secret key is gone, and creates no other one, so that it can be restored",
    },
  },
  {
    row: "D24",
    without: "the changes since an older version",
    file: "lib/sqlite/open-sqlite.ts",
    text: "await migrate(database as Kysely<unknown>, migrations);",
    by: "",
    test: {
      file: "test/faults/store/older-folders.test.ts",
      title: "of %s keeps its rows, keys, sessions and credentials, and works",
    },
  },
];
