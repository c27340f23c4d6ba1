import { existsSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestRows, type TestRows } from "@/service/testing/open-test-rows";
import { FolderBlobs } from "@/service/traces/store/files/folder-blobs";
import { readFileContent } from "./file-content";
import { createFile } from "./file-create";

let service: TestRows;

beforeAll(async () => {
  service = await openTestRows({ "file.create": createFile, "file.content": readFileContent });
});

afterAll(() => service.close());

const newProject = () => `e/${uuid4()}`;
const HELLO = "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";

async function create(project: string, content: BlobPart, fields: Record<string, string> = {}, path = "/file/create") {
  const form = new FormData();
  form.set("project_id", project);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([content]), "blob");
  const answer = await service.send(path, form);
  return { status: answer.status, body: (await answer.json()) as { digest?: string; reason?: string } };
}

const content = (project_id: string, digest: unknown) =>
  service.send("/file/content", JSON.stringify({ project_id, digest }));

/** Every file below a folder, by its path in it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const blobFolder = () => join(service.folder, "blobs");

/** The files of blobs that this process has open: the engine opens others at any time. */
function openBlobs(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((handle) => {
    try {
      const path = readlinkSync(join("/proc/self/fd", handle));
      return path.startsWith(blobFolder()) ? [path] : [];
    } catch {
      return []; // Closed since it was listed.
    }
  });
}

describe("files", () => {
  it.each(["/file/create", "/files/create"])(
    "sent to %s are returned byte for byte, under the public digest",
    async (path) => {
      const project = newProject();
      expect((await create(project, "hello", {}, path)).body).toEqual({ digest: HELLO });
      const answer = await content(project, HELLO);
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(await answer.text()).toBe("hello");
    },
  );

  it("may be empty, or larger than one piece", async () => {
    const project = newProject();
    const empty = await create(project, "");
    expect(empty.body.digest).toBe("47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU");
    expect((await (await content(project, empty.body.digest)).arrayBuffer()).byteLength).toBe(0);
    const large = Uint8Array.from({ length: 1_000_003 }, (_, at) => (at * 31) % 251);
    const { digest } = (await create(project, large)).body;
    expect(Buffer.from(await (await content(project, digest)).arrayBuffer()).equals(large)).toBe(true);
  });

  it("are stored once, and read only by projects that have them", async () => {
    const [one, two] = [newProject(), newProject()];
    const { digest } = (await create(one, `shared ${one}`)).body;
    const before = filesIn(blobFolder()).length;
    expect((await content(two, digest)).status).toBe(404);
    await create(two, `shared ${one}`);
    expect(await (await content(two, digest)).text()).toBe(`shared ${one}`);
    expect(filesIn(blobFolder())).toHaveLength(before);
  });

  it("with an unexpected digest are not stored", async () => {
    const project = newProject();
    const before = filesIn(blobFolder());
    expect(await create(project, "unexpected", { expected_digest: HELLO })).toMatchObject({ status: 400 });
    expect(filesIn(blobFolder())).toEqual(before);
    expect(await create(project, "hello", { expected_digest: HELLO })).toMatchObject({ status: 200 });
  });

  it("that do not exist are 404, and without a digest 422", async () => {
    expect((await content(newProject(), "../../etc/passwd")).status).toBe(404);
    expect((await content(newProject(), 5)).status).toBe(422);
  });

  it("whose bytes were cut on disk are a failure, not a shorter file", async () => {
    const project = newProject();
    const text = `to be cut ${project}`;
    const { digest } = (await create(project, text)).body;
    const path = filesIn(blobFolder()).find((file) => readFileSync(file, "utf8") === text) ?? "";
    truncateSync(path, 3);
    expect((await content(project, digest)).status).toBe(502);
    await create(project, text);
    expect(await (await content(project, digest)).text()).toBe(text);
  });

  it.skipIf(!existsSync("/proc/self/fd"))("are closed when the reader leaves early", async () => {
    const project = newProject();
    const { digest } = (await create(project, new Uint8Array(3_000_000))).body;
    const reader = (await content(project, digest)).body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    for (let n = 0; n < 20; n += 1) await (await content(project, digest)).body?.cancel();
    await expect.poll(openBlobs).toEqual([]);
    const reading = (await content(project, digest)).body?.getReader();
    await reading?.read();
    expect(openBlobs()).toHaveLength(1);
    await reading?.cancel();
    await expect.poll(openBlobs).toEqual([]);
  });
});

describe("the blob store", () => {
  it("deletes files that a crash left unfinished", async () => {
    const folder = join(service.folder, "crashed");
    await FolderBlobs.open(folder);
    writeFileSync(join(folder, "incoming", "half"), "half of it");
    await FolderBlobs.open(folder);
    expect(filesIn(folder)).toEqual([]);
  });

  it("stores nothing of a content whose sender fails", async () => {
    const folder = join(service.folder, "failing");
    const blobs = await FolderBlobs.open(folder);
    const pieces = (async function* () {
      yield Buffer.from("first");
      throw new Error("the sender left");
    })();
    await expect(blobs.stage(pieces)).rejects.toThrow("the sender left");
    expect(filesIn(folder)).toEqual([]);
  });
});
